import { join, resolve } from 'node:path'
import { explain } from '../api/src/system/explain.ts'
import { migrate } from '../api/src/system/migrations.ts'
import { type Config, DATA_DIR, environment, readConfig } from '../api/src/system/settings.ts'
import { loadEnvFile } from '../web/build/env-file.ts'
import { findAccount } from './account.ts'
import { type DataOptions, findDataDir } from './cluster.ts'
import type { Lifecycle } from './lifecycle.ts'
import { type RunOptions, startPostgres } from './postgres.ts'
import { SAMPLE, useSample } from './sample.ts'

/**
 * Reads the settings from the environment and from `.env`. The environment wins.
 * @param isSample true for the list of invented people instead of the owner's list
 * @throws OwnerError
 */
export function readLocalConfig(isSample = false): Config {
  loadEnvFile('.env')
  if (isSample) useSample(process.env)
  return readConfig(environment)
}

function dataOptions(): DataOptions {
  const { dataDir } = readConfig(environment)
  const isDefault = [DATA_DIR, join(DATA_DIR, SAMPLE)].some((dir) => resolve(dir) === dataDir)
  return { dataDir, mayMove: isDefault }
}

/** Returns the folder for data outside Postgres, and its owner. */
export async function findLocalData() {
  const data = dataOptions()
  const account = await findAccount(data.dataDir)
  return { account, dataDir: await findDataDir(data, account) }
}

/** Starts Postgres with the data in DATA_DIR, by default `.data`. */
export const startLocalPostgres = (options: RunOptions) =>
  startPostgres({ ...options, ...dataOptions() })

/**
 * Opens the database of DATABASE_URL, or starts Postgres, and migrates it.
 * @returns the API's and the worker's settings, the account that owns the data, and where the data is, in words
 */
export async function openLocalDatabase(config: Config, life: Lifecycle) {
  const { databaseUrl } = config
  if (databaseUrl !== undefined) {
    const { ownerUrl = databaseUrl } = config
    await migrate(ownerUrl).catch((error) => {
      const name = ownerUrl === databaseUrl ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
      throw new Error(`${name}: ${explain(error)}`)
    })
    const { account, dataDir } = await findLocalData()
    return {
      account,
      config: { ...config, databaseUrl },
      owner: { ...config, ownerUrl, dataDir },
      place: 'the database of DATABASE_URL',
    }
  }
  const { account, url, dataDir, stop } = await startLocalPostgres({
    onLost: () => life.fail('Postgres ended unexpectedly. Its log is next to the data.'),
  })
  life.onStop(stop)
  const apiPassFile = join(dataDir, 'api.pgpass')
  await migrate(url, apiPassFile)
  return {
    account,
    config: { ...config, databaseUrl: url, apiPassFile },
    owner: { ...config, ownerUrl: url, dataDir },
    place: dataDir,
  }
}
