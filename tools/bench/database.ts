import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../local/postgres.ts'
import { migrateForApi } from '../../tests/support/database.ts'

/** The settings of the server that durability depends on. */
const DURABILITY = ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method'] as const

export interface BenchDatabase {
  /** The URL for the owner of the tables. */
  readonly url: string
  readonly folder: string
  /** Settings of the server by name, for the table. */
  readonly durability: Readonly<Record<string, string>>
  remove(): Promise<void>
}

async function readDurability(url: string): Promise<Readonly<Record<string, string>>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const settings: [string, string][] = []
  for (const name of DURABILITY) {
    const { rows } = await client.query<Record<string, string>>(`SHOW ${name}`)
    settings.push([name, rows[0]?.[name] ?? ''])
  }
  await client.end()
  return Object.fromEntries(settings)
}

/** A separate Postgres with its default durability, and its data in the temporary folder. */
export async function startDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-bench-'))
  // Postgres runs as another account if this process is root.
  await chmod(folder, 0o755)
  const settings = ['max_connections=120', 'max_wal_size=8GB', 'shared_buffers=512MB']
  const postgres = await startPostgres({ dataDir: join(folder, 'data'), settings })
  await migrateForApi(postgres.url)
  return {
    url: postgres.url,
    folder,
    durability: await readDurability(postgres.url),
    async remove() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
