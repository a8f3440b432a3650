import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runner } from 'node-pg-migrate'
import pg from 'pg'

const TABLE = 'pgmigrations'

/** This file is two folders deep in the sources and three in the compiled output. */
function findFolder(start: string): string {
  const folder = join(start, 'migrations')
  if (existsSync(folder)) return folder
  if (dirname(start) === start) throw new Error('There is no folder "migrations" above the API.')
  return findFolder(dirname(start))
}

const folder = findFolder(dirname(import.meta.dirname))

/** Names of all migrations, in their order, as the runner records them. */
export const migrationNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.replace(/\.sql$/, ''))
  .sort()

/** Returns the names of the migrations that a database has seen. */
export const APPLIED_MIGRATIONS = `SELECT name FROM ${TABLE}`

/**
 * Brings a database up to date, all or nothing, and returns the names of what was applied.
 * Of two that start at once the second waits for the first, and then finds nothing to do.
 * @throws when the database cannot be reached within 10 s or a statement fails
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    application_name: 'waitlist-migrate',
  })
  await client.connect()
  try {
    const applied = await runner({
      dbClient: client,
      dir: folder,
      direction: 'up',
      migrationsTable: TABLE,
      singleTransaction: true,
      advisoryLockMode: 'wait',
      log: () => {},
    })
    return applied.map(({ name }) => name)
  } finally {
    await client.end()
  }
}
