import { join } from 'node:path'
import type { ServerConfig } from '../src/config.ts'
import { environment, readOwnerConfig } from '../src/config.ts'
import { migrate } from '../src/migrations.ts'
import type { Lifecycle } from './lifecycle.ts'
import { startPostgres } from './postgres.ts'
import { type LocalConfig, ownPostgresOptions } from './settings.ts'

export interface LocalDatabase {
  readonly config: ServerConfig
  /** Where the data is, for the person at the terminal. */
  readonly place: string
}

/** Starts the embedded Postgres; the API gets a role that can only add. */
async function ownPostgres(config: LocalConfig, life: Lifecycle): Promise<LocalDatabase> {
  const postgres = await startPostgres(ownPostgresOptions(config))
  postgres.onLost(() => life.fail('Postgres ended unexpectedly; its log is beside the data.'))
  life.onStop(() => postgres.stop())
  const apiPassFile = join(postgres.dataDir, 'api.pgpass')
  await migrate(postgres.url, { apiPassFile })
  return { config: { ...config, databaseUrl: postgres.url, apiPassFile }, place: postgres.dataDir }
}

/** Opens the database of DATABASE_URL, or starts one, and brings it up to date. */
export async function openLocalDatabase(
  config: LocalConfig,
  life: Lifecycle,
): Promise<LocalDatabase> {
  const { databaseUrl } = config
  if (databaseUrl === undefined) return ownPostgres(config, life)
  const { ownerUrl = databaseUrl } = readOwnerConfig(environment)
  await migrate(ownerUrl)
  return { config: { ...config, databaseUrl }, place: 'the database of DATABASE_URL' }
}
