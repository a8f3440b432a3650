import { psql, type Stack } from './stack.ts'

/** A query's rows as the database writes them, one line each, columns parted by tabs. */
export async function rows(stack: Stack, query: string): Promise<string[]> {
  const output = await psql(stack, `COPY (${query}) TO STDOUT`)
  return output === '' ? [] : output.split('\n')
}

/** The addresses on the waitlist. */
export const listed = (stack: Stack): Promise<string[]> =>
  rows(stack, 'SELECT email FROM people ORDER BY joined_at')

/** Everybody, listed or trapped, without the numbers of the rows: a restore gives new ones. */
export const everybody = (stack: Stack): Promise<string[]> =>
  rows(
    stack,
    `SELECT email, email_key, answers, honeypot, joined_at, corrected_at, released_at
     FROM signups ORDER BY joined_at, email_key`,
  )
