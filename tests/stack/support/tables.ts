import { setTimeout as sleep } from 'node:timers/promises'
import { psql, type Stack } from './stack.ts'

/** Returns a query's rows as strings, with tabs between the columns. */
export async function rows(stack: Stack, query: string): Promise<string[]> {
  const output = await psql(stack, `COPY (${query}) TO STDOUT`)
  return output === '' ? [] : output.split('\n')
}

/** Waits until the worker has folded every form sent so far. Other tests may send more. */
export async function folded(stack: Stack): Promise<void> {
  const now = await psql(stack, 'SELECT clock_timestamp()')
  const waiting = `SELECT count(*) FROM inbox WHERE sent_at < '${now}'`
  // `expect.poll` works only inside a test.
  while ((await psql(stack, waiting)) !== '0') await sleep(200)
}

export async function listed(stack: Stack): Promise<string[]> {
  await folded(stack)
  return rows(stack, 'SELECT email FROM people ORDER BY joined_at')
}
