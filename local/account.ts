import { existsSync } from 'node:fs'
import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import spawn, { SubprocessError } from 'nano-spawn'

export type Account = { readonly uid: number; readonly gid: number }

/** Where the data is kept if root runs the site and Postgres's account cannot enter the repository. */
export const SHARED_DIR = '/var/lib/ad-kit-site'

const CREATE_ACCOUNT = ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false']

/**
 * Runs a program to its end and returns its standard output. The program gets its own process group, so that Ctrl-C in
 * the terminal does not end it. It runs in `/`, which every account can enter.
 * @throws Error with the program's output if it fails
 */
export async function run(program: string, args: readonly string[], account?: Account) {
  const options = { cwd: '/', detached: true, stdin: 'ignore', ...account } as const
  try {
    return (await spawn(program, args, options)).stdout
  } catch (error) {
    if (error instanceof SubprocessError) error.message += `\n${error.output}`
    throw error
  }
}

/**
 * Returns the account for Postgres and the servers, which must not run as root. If the caller is root, that is the
 * account that owns the data, or else `postgres`, which is created if necessary.
 */
export async function findAccount(clusterDir: string): Promise<Account> {
  if (!isRoot()) return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const owner = await stat(clusterDir).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const ids = () => run('sh', ['-c', 'id -u postgres && id -g postgres'])
  const found = await ids().catch(() => run('useradd', [...CREATE_ACCOUNT, 'postgres']).then(ids))
  const [uid = 0, gid = 0] = found.split('\n').map(Number)
  return { uid, gid }
}

/** Returns whether an account can enter all folders above a path, and enter or execute the path itself. */
export const canReach = (path: string, account: Account): Promise<boolean> =>
  run('test', ['-x', path], account).then(
    () => true,
    () => false,
  )

export const isRoot = (): boolean => process.getuid?.() === 0

/** Switches permanently from root to an account. Does nothing if the process is not running as root. */
export function dropRoot({ uid, gid }: Account): void {
  if (!isRoot()) return
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
}

/**
 * Creates a folder that every account can enter. It avoids Node's recursive mkdir, which never returns below /proc.
 */
export async function createPassable(dir: string): Promise<string> {
  if (existsSync(dir)) return dir
  await createPassable(dirname(dir))
  await mkdir(dir)
  await chmod(dir, 0o755)
  return dir
}
