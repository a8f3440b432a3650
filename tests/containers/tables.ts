import type { Stack } from './stack.ts'

/** A query's rows as the database writes them, one line each, columns parted by tabs. */
export async function rows({ compose }: Stack, query: string): Promise<string[]> {
  const sql = `COPY (${query}) TO STDOUT`
  const psql = ['psql', '--username', 'waitlist', '--quiet', '--command', sql]
  const output = await compose('exec', '-T', 'db', ...psql)
  return output.split('\n').filter((line) => line !== '')
}

/** The addresses on the waitlist. */
export const listed = (stack: Stack): Promise<string[]> =>
  rows(stack, 'SELECT email FROM signups ORDER BY id')
