import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../src/config.ts'
import { fingerprint } from './fingerprint.ts'
import { runProgram } from './program.ts'
import { ROOT, SITE_DIR } from './repository.ts'

/** Has the site's scripts leave `.env` alone (see `web/build/environment.ts`). */
export const WITHOUT_ENV_FILE: Environment = { NO_ENV_FILE: '1' }

const FINGERPRINT_FILE = join(SITE_DIR, '.fingerprint')

/** Any build writes it last, also one by `npm run build`, which is nobody's we know. */
const MANIFEST = join(SITE_DIR, 'site.json')

/** What is kept in the file: what the build was made of, and which build that is. */
const stamp = async (current: string): Promise<string> =>
  `${current} ${(await stat(MANIFEST)).mtimeMs}\n`

export interface BuildOptions {
  /** All that is built from besides the sources; `.env` is not read. */
  readonly env: Environment
  /** Called before a build, which takes a while. */
  readonly onBuild?: () => void
  readonly signal?: AbortSignal
}

/**
 * Builds the site unless the build that is there was made from the same sources.
 * @returns the folder of the build
 * @throws ProgramError with the build's output when it fails
 */
export async function ensureBuilt({ env, onBuild, signal }: BuildOptions): Promise<string> {
  const current = await fingerprint(env)
  const built = await readFile(FINGERPRINT_FILE, 'utf8').catch(() => '')
  if (built === (await stamp(current).catch(() => undefined))) return SITE_DIR

  onBuild?.()
  await rm(FINGERPRINT_FILE, { force: true })
  await runProgram('npm', ['run', 'build', '--workspace=web', '--silent'], {
    cwd: ROOT,
    env: { ...env, ...WITHOUT_ENV_FILE },
    ...(signal && { signal }),
  })
  await writeFile(FINGERPRINT_FILE, await stamp(current))
  return SITE_DIR
}
