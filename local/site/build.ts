import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import spawn, { SubprocessError } from 'nano-spawn'

const ROOT = resolve(import.meta.dirname, '../..')
const WEB_DIR = join(ROOT, 'web')

export const SITE_DIR = join(WEB_DIR, 'dist')

/** Makes the site's scripts ignore `.env` (see `web/build/environment.ts`). */
export const WITHOUT_ENV_FILE = { NO_ENV_FILE: '1' }

const isBuildSetting = (name: string): boolean =>
  name.startsWith('BRAND_') || ['SITE_URL', 'REFERRALS', 'LAUNCH_URL', 'WAITLIST'].includes(name)

/** The site is built from these files and folders. The Dockerfile copies the same ones. */
const SOURCES = ['web', 'contract', 'letters', 'tsconfig.json', 'package-lock.json'] as const

async function filesOf(source: string): Promise<string[]> {
  const dir = join(ROOT, source)
  if ((await stat(dir)).isFile()) return [dir]
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/^(dist|node_modules|design\/fonts)\/|\.test\.ts$/.test(relative(dir, path)))
    .sort()
}

/** Returns a digest of the build's input: sources, packages and settings. */
export async function fingerprint(env: NodeJS.ProcessEnv): Promise<string> {
  const sources = (await Promise.all(SOURCES.map(filesOf))).flat()
  const hash = createHash('sha256')
  for (const file of sources) {
    const content = await readFile(file)
    hash.update(`${relative(ROOT, file)}\0${content.length}\0`).update(content)
  }
  for (const name of Object.keys(env).filter(isBuildSetting).sort()) {
    hash.update(`${name}=${env[name]}\0`)
  }
  return hash.digest('hex')
}

/**
 * Returns the content of the fingerprint file: a digest of the sources, and which build used them. Every build writes
 * `site.json` last, so that file's modification time reveals a build by `npm run build`.
 */
const stamp = async (dir: string, current: string): Promise<string> =>
  `${current} ${(await stat(join(dir, 'site.json'))).mtimeMs}\n`

/** @throws with the build's output if it fails */
async function build(dir: string, signal: AbortSignal | undefined): Promise<void> {
  const running = spawn('npm', ['run', 'build', '--workspace=web', '--silent'], {
    cwd: ROOT,
    env: { ...WITHOUT_ENV_FILE, SITE_OUT_DIR: dir },
    stdin: 'ignore',
    ...(signal && { signal }),
  })
  try {
    // The build reports problems with the content on stderr, such as a character that the fonts lack.
    const { stderr } = await running
    if (stderr) process.stderr.write(`${stderr}\n`)
  } catch (error) {
    if (!(error instanceof SubprocessError)) throw error
    // The build's output explains the failure, unless a signal ended the build.
    throw new Error(
      error.exitCode === undefined ? `${error.message}\n${error.output}` : error.output,
    )
  }
}

export interface BuildOptions {
  /** The build's folder; `web/dist` by default. */
  readonly dir?: string
  /** Called before a build, which takes a while. */
  readonly onBuild?: () => void
  readonly signal?: AbortSignal
}

/**
 * Returns the folder of the site's build. Builds the site first, with the environment's settings, unless the folder
 * already contains a build of the same sources. `.env` is not read.
 * @throws with the build's output if it fails
 */
export async function ensureBuilt(options: BuildOptions = {}): Promise<string> {
  const { dir = SITE_DIR, onBuild, signal } = options
  const current = await fingerprint(process.env)
  const file = join(dir, '.fingerprint')
  const built = await readFile(file, 'utf8').catch(() => '')
  if (built === (await stamp(dir, current).catch(() => undefined))) return dir

  onBuild?.()
  await rm(file, { force: true })
  await build(dir, signal)
  await writeFile(file, await stamp(dir, current))
  return dir
}
