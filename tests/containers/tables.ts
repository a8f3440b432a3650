import { psql, type Stack } from './stack.ts'

/** A query's rows as the database writes them, one line each, columns parted by tabs. */
export async function rows(stack: Stack, query: string): Promise<string[]> {
  const output = await psql(stack, `COPY (${query}) TO STDOUT`)
  return output === '' ? [] : output.split('\n')
}

/** The addresses on the waitlist. */
export const listed = (stack: Stack): Promise<string[]> =>
  rows(stack, 'SELECT email FROM signups ORDER BY id')
