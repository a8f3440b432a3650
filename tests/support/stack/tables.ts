import { psql, type Stack } from './stack.ts'

/** The rows of a query, one string each, with tabs between the columns. */
export async function rows(stack: Stack, query: string): Promise<string[]> {
  const output = await psql(stack, `COPY (${query}) TO STDOUT`)
  return output === '' ? [] : output.split('\n')
}

/** The addresses on the waitlist. */
export const listed = (stack: Stack): Promise<string[]> =>
  rows(stack, 'SELECT email FROM people ORDER BY joined_at')

/** All people, listed or quarantined, without the row ids, which change in a restore. */
export const everybody = (stack: Stack): Promise<string[]> =>
  rows(
    stack,
    `SELECT email, email_key, answers, honeypot, joined_at, corrected_at, released_at
     FROM signups ORDER BY joined_at, email_key`,
  )
