import { randomUUID } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../api/src/system/migrations.ts'
import { API_ROLE, apiUrl } from '../../api/src/system/roles.ts'

/**
 * All of the tests' workers and servers share one password for the API's role. The file's name includes the account,
 * because accounts cannot write each other's files.
 */
export const PASS_FILE = join(tmpdir(), `waitlist-tests-${process.getuid?.()}.pgpass`)

// The file is renamed into place, so that no other worker reads it while it is empty.
const written = `${PASS_FILE}.${randomUUID()}`
writeFileSync(written, `*:*:*:${API_ROLE}:password-of-the-tests\n`)
renameSync(written, PASS_FILE)

/** Migrates a database and creates the API's role on its server. */
export const migrateForApi = (ownerUrl: string): Promise<string[]> => migrate(ownerUrl, PASS_FILE)

/** Returns the same database's URL for the API's role. */
export const asApi = (ownerUrl: string): Promise<string> => apiUrl(ownerUrl, PASS_FILE)

/** A migrated database without rows. Each test file gets a copy. */
export const TEMPLATE = 'migrated_template'

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Creates a database on a server and returns its URL. */
export async function createDatabase(
  serverUrl: string,
  name: string,
  template = 'template1',
): Promise<string> {
  await onServer(serverUrl, (client) =>
    // Copying files takes half as long as logging each page.
    client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY file_copy`),
  )
  return withName(serverUrl, name)
}

function withName(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** Removes a database and ends its sessions. A database takes up 8 MB, possibly in memory. */
export const dropDatabase = (url: string): Promise<void> =>
  onServer(withName(url, 'postgres'), async (client) => {
    await client.query(`DROP DATABASE "${new URL(url).pathname.slice(1)}" WITH (FORCE)`)
  })

/** Creates a database with all tables or with none. */
export const freshDatabase = (serverUrl: string, state: 'migrated' | 'empty'): Promise<string> =>
  createDatabase(serverUrl, `test_${randomUUID()}`, state === 'migrated' ? TEMPLATE : 'template1')

/** Runs a statement without the API and returns its rows. */
export const select = <Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: readonly string[] = [],
): Promise<Row[]> =>
  onServer(url, async (client) => (await client.query<Row>(sql, [...values])).rows)
