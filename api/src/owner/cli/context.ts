import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import {
  addCondition,
  type Conditions,
  EXAMPLE_CONDITION,
} from '../../../../contract/conditions.ts'
import { OwnerError, UsageError } from '../../../../contract/owner-error.ts'
import { mailboxOf } from '../../list/people/mailbox.ts'
import { printable } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import type { Config } from '../../system/settings.ts'

/** How the program differs between Compose and a checkout. */
export interface Installation extends Omit<Config, 'ownerUrl' | 'apiPassFile'> {
  /** Returns the connection URL of the role that owns the tables. */
  ownerUrl(): Promise<string>
  /** Releases the database, which `ownerUrl` may have started. Undefined if the database runs anyway. */
  readonly releaseDatabase?: () => Promise<unknown>
  /** Finds the folder that contains the suppressions file and the emails that were written to files. */
  findDataDir(): Promise<string>
  /** Returns the file's path, or the command that copies it. */
  mailFile(file: string): string
  /** A folder on the database's disk, whose free space `doctor` checks. Undefined if none is visible. */
  readonly diskPath: string | undefined
  readonly migrateCommand: string
  /** True for the sample list, whose people are invented. */
  readonly sample?: boolean
  /** The command that starts the site and the worker. */
  readonly startCommand: string
  /** Opens a page in the owner's browser. Undefined where there is none, as in a container. */
  readonly openPage?: (url: string) => Promise<unknown>
  /** The command that runs the program. */
  readonly name: string
}

export interface Context extends Installation {
  withSession<T>(work: (session: Session) => Promise<T>): Promise<T>
}

export type AddCommand = (program: Command, context: Context) => void

/**
 * Asks on stderr, so that stdout can be piped.
 * @returns an empty string after Ctrl-C or Ctrl-D
 */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const closed = once(terminal, 'close').then(() => Promise.reject(new Error('closed')))
  try {
    return (await Promise.race([terminal.question(printable(question)), closed])).trim()
  } catch {
    process.stderr.write('\n')
    return ''
  } finally {
    terminal.close()
  }
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line.trim()
  return ''
}

export const whereOption = ({ referrals }: Pick<Context, 'referrals'>) =>
  [
    '--where <condition>',
    `only people with this answer or status, such as ${EXAMPLE_CONDITION}, invited=no${referrals ? ' or "friends>=3"' : ''}; ` +
      'repeat it to narrow, and repeat a name to match either value',
    (text: string, before?: Conditions) => addCondition(text, before, referrals),
  ] as const

export const ADDRESS = [
  '<email>',
  'the address, or - to read it from standard input, where no shell can change it',
] as const

interface Address {
  readonly email: string
  /** Identifies the person. */
  readonly key: string
}

/** @throws UsageError */
export function parseEmail(email: string): Address {
  const key = mailboxOf(email)
  if (key === undefined) throw new UsageError(`This is not an email address: ${email || '(empty)'}`)
  return { email, key }
}

/**
 * Reads an address from an argument, or from standard input for `-`.
 * @throws UsageError
 */
export const readEmail = async (argument: string): Promise<Address> =>
  parseEmail(argument === '-' ? await firstLine() : argument)

/** Reads an address as `readEmail` does, and returns what identifies the person. */
export const readAddress = async (argument: string): Promise<string> =>
  (await readEmail(argument)).key

export const parseNumber =
  (option: string, most = 999_999_999) =>
  (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : 0
    if (value >= 1 && value <= most) return value
    throw new UsageError(`${option} ${text}: expected a whole number from 1 to ${most}.`)
  }

/**
 * Asks before a change that cannot be undone.
 * @throws UsageError without a terminal
 * @throws OwnerError when the answer is not yes
 */
export async function confirm(question: string, yes: boolean): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) {
    throw new UsageError(
      `${question}\nNothing was changed. Without a terminal, this command needs --yes.`,
    )
  }
  const answer = await ask(`${question} [y/N] `)
  if (!/^y(es)?$/i.test(answer)) throw new OwnerError('Nothing was changed.')
}
