import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, environment, readConfig, readOwnerConfig } from '../src/config.ts'
import { migrate } from '../src/migrations.ts'
import type { Lifecycle } from './lifecycle.ts'
import { type RunOptions, startPostgres } from './postgres.ts'

/** The default of the setting with the same name. */
const DATA_DIR = '.data'

/**
 * Reads the settings of the environment and of `.env`, if there is one. The environment wins.
 * @throws ConfigError
 */
export function readLocalConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readConfig(environment)
}

/** Starts Postgres with the data of DATA_DIR, or of `.data`. */
export function startLocalPostgres(options: RunOptions) {
  const { dataDir } = readOwnerConfig(environment)
  return startPostgres({ ...options, dataDir: resolve(dataDir ?? DATA_DIR), mayMove: !dataDir })
}

/**
 * Opens the database of DATABASE_URL, or starts Postgres, and migrates it.
 * @returns the settings of the API and of the worker, and where the data is
 */
export async function openLocalDatabase(config: Config, life: Lifecycle) {
  const { databaseUrl } = config
  const owner = readOwnerConfig(environment)
  if (databaseUrl !== undefined) {
    const { ownerUrl = databaseUrl } = owner
    await migrate(ownerUrl)
    return {
      config: { ...config, databaseUrl },
      owner: { ...owner, ownerUrl, dataDir: resolve(owner.dataDir ?? DATA_DIR) },
      place: 'the database of DATABASE_URL',
    }
  }
  const { url, dataDir, stop } = await startLocalPostgres({
    onLost: () => life.fail('Postgres ended unexpectedly; its log is beside the data.'),
  })
  life.onStop(stop)
  const apiPassFile = join(dataDir, 'api.pgpass')
  await migrate(url, { apiPassFile })
  return {
    config: { ...config, databaseUrl: url, apiPassFile },
    owner: { ...owner, ownerUrl: url, dataDir },
    place: dataDir,
  }
}
