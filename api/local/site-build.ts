import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Environment } from '../src/config.ts'
import { ROOT, SITE_DIR, WEB_DIR } from './repository.ts'
import { runProgram } from './run-program.ts'

/** Makes the site's scripts ignore `.env` (see `web/build/environment.ts`). */
export const WITHOUT_ENV_FILE: Environment = { NO_ENV_FILE: '1' }

/** The settings that a build reads. */
const isBuildSetting = (name: string): boolean => name.startsWith('BRAND_') || name === 'SITE_URL'

async function filesOf(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/^(dist|node_modules)\//.test(relative(dir, path)))
    .sort()
}

/** A digest of everything that the site is built from: sources, packages and settings. */
export async function fingerprint(env: Environment): Promise<string> {
  const sources = [
    ...(await filesOf(WEB_DIR)),
    ...(await filesOf(join(ROOT, 'api/contract'))),
    join(ROOT, 'package-lock.json'),
  ]
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
 * The content of the fingerprint file: a digest of the sources, and which build was made of them.
 * Every build writes `site.json` last, so its time tells builds by `npm run build` apart.
 */
const stamp = async (dir: string, current: string): Promise<string> =>
  `${current} ${(await stat(join(dir, 'site.json'))).mtimeMs}\n`

export interface BuildOptions {
  /** The environment of the build. `.env` is not read. */
  readonly env: Environment
  /** The folder of the build; `web/dist` by default. */
  readonly dir?: string
  /** Called before a build, which takes a while. */
  readonly onBuild?: () => void
  readonly signal?: AbortSignal
}

/**
 * Builds the site, unless the folder has a build of the same sources, and returns the folder.
 * @throws with the build's output when it fails
 */
export async function ensureBuilt({
  env,
  dir = SITE_DIR,
  onBuild,
  signal,
}: BuildOptions): Promise<string> {
  const current = await fingerprint(env)
  const file = join(dir, '.fingerprint')
  const built = await readFile(file, 'utf8').catch(() => '')
  if (built === (await stamp(dir, current).catch(() => undefined))) return dir

  onBuild?.()
  await rm(file, { force: true })
  await runProgram('npm', ['run', 'build', '--workspace=web', '--silent'], {
    cwd: ROOT,
    env: { ...env, ...WITHOUT_ENV_FILE, SITE_OUT_DIR: dir },
    signal,
  })
  await writeFile(file, await stamp(dir, current))
  return dir
}
