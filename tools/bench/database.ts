import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../local/postgres.ts'
import { migrateForApi } from '../../tests/support/database.ts'

/** The settings of the server that durability depends on. */
const DURABILITY = ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method'] as const

export interface BenchDatabase {
  /** The URL for the owner of the table. */
  readonly url: string
  readonly folder: string
  /** Settings of the server by name, for the table. */
  readonly durability: Readonly<Record<string, string>>
  /** Empties the tables and writes a checkpoint, so that all runs start alike. */
  reset(): Promise<void>
  count(): Promise<number>
  remove(): Promise<void>
}

/** A separate Postgres with its default durability, and its data in the temporary folder. */
export async function startDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-bench-'))
  // Postgres runs as another account if this process is root.
  await chmod(folder, 0o755)
  const settings = ['max_connections=120', 'max_wal_size=8GB', 'shared_buffers=512MB']
  const postgres = await startPostgres({ dataDir: join(folder, 'data'), settings })
  await migrateForApi(postgres.url)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()

  const show = async (name: string): Promise<[string, string]> => {
    const { rows } = await client.query<Record<string, string>>(`SHOW ${name}`)
    return [name, rows[0]?.[name] ?? '']
  }
  const durability: [string, string][] = []
  for (const name of DURABILITY) durability.push(await show(name))

  return {
    url: postgres.url,
    folder,
    durability: Object.fromEntries(durability),
    async reset() {
      await client.query('TRUNCATE signups, arrivals')
      await client.query('CHECKPOINT')
    },
    async count() {
      const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM signups')
      return Number(rows[0]?.count)
    },
    async remove() {
      await client.end()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
