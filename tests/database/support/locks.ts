import pg from 'pg'
import { expect } from 'vitest'
import { select } from '../../support/database.ts'

/** Takes locks with a statement, and returns a function that releases them. */
export async function hold(url: string, statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url })
  // If a test fails, the lock stays until a later test, which may end all sessions.
  client.on('error', () => {})
  await client.connect()
  await client.query(`BEGIN; ${statement}`)
  return () => client.end()
}

/** Returns the database's sessions that are waiting for a lock. */
export const blocked = (url: string) =>
  select(
    url,
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )

/** Waits until this many of the database's sessions are waiting for a lock. */
export const untilBlocked = (url: string, sessions: number): Promise<void> =>
  expect.poll(() => blocked(url)).toHaveLength(sessions)
