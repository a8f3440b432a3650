import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../src/config.ts'
import { fingerprint } from './fingerprint.ts'
import { runProgram } from './program.ts'
import { ROOT, SITE_DIR } from './repository.ts'

/** Has the site's scripts leave `.env` alone (see `web/build/environment.ts`). */
export const WITHOUT_ENV_FILE: Environment = { NO_ENV_FILE: '1' }

/**
 * The content of the fingerprint file: a digest of the sources, and which build was made of them.
 * Every build writes `site.json` last, so its time tells builds by `npm run build` apart.
 */
const stamp = async (dir: string, current: string): Promise<string> =>
  `${current} ${(await stat(join(dir, 'site.json'))).mtimeMs}\n`

export interface BuildOptions {
  /** All that is built from besides the sources; `.env` is not read. */
  readonly env: Environment
  /** The folder of the build; `web/dist` by default. */
  readonly dir?: string
  /** Called before a build, which takes a while. */
  readonly onBuild?: () => void
  readonly signal?: AbortSignal
}

/**
 * Builds the site unless the build that is there was made from the same sources.
 * @returns the folder of the build
 * @throws ProgramError with the build's output when it fails
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
    ...(signal && { signal }),
  })
  await writeFile(file, await stamp(dir, current))
  return dir
}
