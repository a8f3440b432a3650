import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import type { Session } from '../session.ts'
import { emailKey } from '../signup/identity.ts'

/** What a command needs from outside. */
export interface Context {
  /** Runs work on the database of the list, which is migrated first. */
  withSession<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** The URL of the database as its owner, for looking at the server itself. */
  ownerUrl(): Promise<string>
  /** The list of samples that the web build has written. */
  readonly samplesFile: string | undefined
  /** The folder of the data of `npm start`; elsewhere the volume that shares the database's disk. */
  readonly diskPath: string | undefined
  /** What an operator runs to bring the database up to date. */
  readonly migrateCommand: string
  /** How the operator calls the program, for hints. */
  readonly name: string
}

/** Adds one command to the program. */
export type AddCommand = (program: Command, context: Context) => void

/** The command line cannot be carried out as it is: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Nothing was found, or something failed in part: exit status 1. */
export class Failure extends Error {
  override readonly name = 'Failure'
}

/**
 * Asks on the terminal; the question goes to stderr, so that stdout can be piped. Ctrl-C and Ctrl-D
 * answer nothing.
 */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const closed = once(terminal, 'close').then(() => Promise.reject(new Error('closed')))
  try {
    return (await Promise.race([terminal.question(question), closed])).trim()
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

/**
 * The address of an argument: itself, `-` for a line of standard input, or asked for, so that no
 * address has to pass through a shell.
 * @returns the identity of the person
 * @throws UsageError
 */
export async function readAddress(argument?: string): Promise<string> {
  const email = await addressText(argument)
  const key = emailKey(email)
  if (key === undefined) throw new UsageError(`This is not an email address: ${email || '(empty)'}`)
  return key
}

function addressText(argument?: string): string | Promise<string> {
  if (argument === '-') return firstLine()
  if (argument !== undefined) return argument
  if (process.stdin.isTTY) return ask('Email address: ')
  throw new UsageError('Give an email address, or - to read it from standard input.')
}

/**
 * Asks before something that cannot be undone.
 * @throws UsageError without a terminal to ask at, or when the answer is no
 */
export async function confirm(question: string, yes: boolean): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) {
    throw new UsageError('Nothing was changed. Without a terminal this command needs --yes.')
  }
  const answer = await ask(`${question} [y/N] `)
  if (!/^y(es)?$/i.test(answer)) throw new Failure('Nothing was changed.')
}
