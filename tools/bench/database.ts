import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../local/postgres.ts'
import { migrateForApi } from '../../tests/support/database.ts'

/** Starts a separate Postgres with its default durability and with its data in a temporary folder. */
export async function startDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-bench-'))
  // Postgres runs as another account if this process is root.
  await chmod(folder, 0o755)
  const settings = ['max_connections=120', 'max_wal_size=8GB', 'shared_buffers=512MB']
  const postgres = await startPostgres({ dataDir: join(folder, 'data'), settings })
  await migrateForApi(postgres.url)
  return {
    /** The URL for the tables' owner. */
    url: postgres.url,
    folder,
    async remove(): Promise<void> {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
