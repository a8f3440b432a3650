import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { runProgram } from './program.ts'

/** A folder of data that one Postgres server runs on. */
export interface Cluster {
  readonly dir: string
  readonly password: string
  readonly account: Account | undefined
  readonly binaries: Binaries
}

const give = async (path: string, account: Account | undefined): Promise<void> => {
  if (account !== undefined) await chown(path, account.uid, account.gid)
}

/** Made up once, so that other accounts of this machine cannot read the waitlist. */
async function passwordFrom(file: string, account: Account | undefined): Promise<string> {
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim()
  const made = randomBytes(24).toString('hex')
  await writeFile(file, `${made}\n`, { mode: 0o600 })
  await give(file, account)
  return made
}

/** Written beside its place and then moved there: an aborted one never looks finished. */
async function initialize(
  dir: string,
  passwordFile: string,
  { account, binaries }: Pick<Cluster, 'account' | 'binaries'>,
): Promise<void> {
  const staging = `${dir}.new`
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { mode: 0o700 })
  await give(staging, account)
  const settings = [
    `--pgdata=${staging}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--data-checksums',
    // the same order of letters on every machine, whatever locales it has
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  await runProgram(binaries.initdb, settings, { account, cwd: staging })
  await rename(staging, dir)
}

/**
 * Opens the cluster of a data folder, or makes it.
 * @throws when its data is of another major version of Postgres
 */
export async function openCluster(
  dataDir: string,
  account: Account | undefined,
  binaries: Binaries,
): Promise<Cluster> {
  const dir = join(dataDir, 'postgres')
  const passwordFile = join(dataDir, 'postgres-password')
  const password = await passwordFrom(passwordFile, account)
  if (!existsSync(dir)) await initialize(dir, passwordFile, { account, binaries })
  const version = (await readFile(join(dir, 'PG_VERSION'), 'utf8')).trim()
  if (version !== binaries.major) {
    throw new Error(
      `${dir} was made by Postgres ${version}, and this is ${binaries.major}. ` +
        'Move that folder away, or choose another one with DATA_DIR.',
    )
  }
  return { dir, password, account, binaries }
}
