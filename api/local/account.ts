import { stat } from 'node:fs/promises'
import { runProgram } from './program.ts'

const NAME = 'postgres'

/** An account of this machine, by number. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

const numberOf = async (flag: '-u' | '-g'): Promise<number> =>
  Number(await runProgram('id', [flag, NAME]))

const namedAccount = async (): Promise<Account> => ({
  uid: await numberOf('-u'),
  gid: await numberOf('-g'),
})

const createAccount = (): Promise<string> =>
  runProgram('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/bin/false',
    NAME,
  ])

/**
 * Whom Postgres is to run as: it refuses root. Existing data keeps its owner; for new data
 * there is the account `postgres`, which is created if need be.
 * @returns undefined for an ordinary user, who runs it as themselves
 */
export async function postgresAccount(clusterDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(clusterDir).catch(() => undefined)
  if (owner !== undefined && owner.uid !== 0) return owner
  return namedAccount().catch(() => createAccount().then(namedAccount))
}

/** Whether an account gets to a folder or a program, through all folders above it. */
export const canReach = (path: string, account: Account | undefined): Promise<boolean> =>
  runProgram('test', ['-x', path], { account }).then(
    () => true,
    () => false,
  )
