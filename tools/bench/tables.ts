import pg from 'pg'

/** The tables of one version of the API. */
export interface Tables {
  /** The URL for the owner of the tables. */
  readonly url: string
  /** Empties the tables and writes a checkpoint, so that all runs start alike. */
  reset(): Promise<void>
  /** How many forms are stored. */
  count(): Promise<number>
  close(): Promise<void>
}

/** Where this version and earlier ones store a form. */
const STORING = ['inbox', 'people', 'quarantine', 'signups']

/** What is there from the start. */
const KEPT = ['pgmigrations', 'hash_keys']

/** Opens migrated tables, of this version or of another one. */
export async function openTables(url: string): Promise<Tables> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  )
  const names = rows.map(({ name }) => name)
  const counts = names
    .filter((name) => STORING.includes(name))
    .map((name) => `(SELECT count(*) FROM ${name})`)
  return {
    url,
    async reset() {
      await client.query(`TRUNCATE ${names.filter((name) => !KEPT.includes(name)).join()}`)
      await client.query('CHECKPOINT')
    },
    async count() {
      const { rows } = await client.query<{ count: string }>(
        `SELECT ${counts.join(' + ')} AS count`,
      )
      return Number(rows[0]?.count)
    },
    close: () => client.end(),
  }
}
