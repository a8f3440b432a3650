import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  type Config,
  environment,
  readConfig,
  readOwnerConfig,
  type ServerConfig,
} from '../src/config.ts'
import { migrate } from '../src/migrations.ts'
import type { Lifecycle } from './lifecycle.ts'
import { type LocalPostgresOptions, startPostgres } from './postgres.ts'
import { ROOT } from './repository.ts'

export interface LocalConfig extends Config {
  readonly postgres: LocalPostgresOptions
}

/**
 * Reads the settings of the environment and of `.env`, if there is one. The environment wins.
 * @throws ConfigError
 */
export function localConfig(): LocalConfig {
  const file = join(ROOT, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  const dataDir = environment['DATA_DIR']?.trim() || undefined
  return {
    ...readConfig(environment),
    postgres: { dataDir: resolve(dataDir ?? '.data'), mayMove: dataDir === undefined },
  }
}

/** Opens the database of DATABASE_URL, or starts Postgres, and migrates it. */
export async function openLocalDatabase(
  { postgres: options, ...config }: LocalConfig,
  life: Lifecycle,
): Promise<{ readonly config: ServerConfig; readonly place: string }> {
  const { databaseUrl } = config
  if (databaseUrl !== undefined) {
    const { ownerUrl = databaseUrl } = readOwnerConfig(environment)
    await migrate(ownerUrl)
    return { config: { ...config, databaseUrl }, place: 'the database of DATABASE_URL' }
  }
  const { url, dataDir, stop, onLost } = await startPostgres(options)
  onLost(() => life.fail('Postgres ended unexpectedly; its log is beside the data.'))
  life.onStop(stop)
  const apiPassFile = join(dataDir, 'api.pgpass')
  await migrate(url, { apiPassFile })
  return { config: { ...config, databaseUrl: url, apiPassFile }, place: dataDir }
}
