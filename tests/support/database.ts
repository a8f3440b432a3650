import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** A migrated and otherwise empty database, copied for each test file. */
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
    client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`),
  )
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** A database of its own with all tables, or with none. */
export const freshDatabase = (serverUrl: string, state: 'migrated' | 'empty'): Promise<string> =>
  createDatabase(serverUrl, `test_${randomUUID()}`, state === 'migrated' ? TEMPLATE : 'template1')

/** Rows of a statement, for looking behind the API. */
export const select = <Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: readonly string[] = [],
): Promise<Row[]> =>
  onServer(url, async (client) => (await client.query<Row>(sql, [...values])).rows)
