import { resolve } from 'node:path'
import type { ServerConfig } from '../src/config.ts'
import { migrate } from '../src/migrations.ts'
import type { Lifecycle } from './lifecycle.ts'
import { startPostgres } from './postgres.ts'
import type { LocalConfig } from './settings.ts'

export interface LocalDatabase {
  readonly config: ServerConfig
  /** Where the data is, for the person at the terminal. */
  readonly place: string
}

async function ownPostgres(config: LocalConfig, life: Lifecycle): Promise<LocalDatabase> {
  const { dataDir } = config
  const mayMove = dataDir === undefined
  const postgres = await startPostgres({ dataDir: resolve(dataDir ?? '.data'), mayMove })
  postgres.onLost(() => life.fail('Postgres ended unexpectedly; its log is beside the data.'))
  life.onStop(() => postgres.stop())
  return { config: { ...config, databaseUrl: postgres.url }, place: postgres.dataDir }
}

/** Opens the database of DATABASE_URL, else starts one, and brings it up to date. */
export async function openLocalDatabase(
  config: LocalConfig,
  life: Lifecycle,
): Promise<LocalDatabase> {
  const { databaseUrl } = config
  const database =
    databaseUrl === undefined
      ? await ownPostgres(config, life)
      : { config: { ...config, databaseUrl }, place: 'the database of DATABASE_URL' }
  await migrate(database.config.databaseUrl)
  return database
}
