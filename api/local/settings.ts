import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, environment, readConfig } from '../src/config.ts'
import { ROOT } from './repository.ts'

export interface LocalConfig extends Config {
  /** Where its own Postgres keeps its data. Unset: `.data`, if Postgres can enter that. */
  readonly dataDir: string | undefined
}

/** Where the own Postgres keeps its data, as `startPostgres` takes it. */
export const ownPostgresOptions = ({ dataDir }: Pick<LocalConfig, 'dataDir'>) => ({
  dataDir: resolve(dataDir ?? '.data'),
  mayMove: dataDir === undefined,
})

/**
 * Reads `.env`, if there is one, and then the settings. A variable that is already set wins.
 * @throws ConfigError
 */
export function localConfig(): LocalConfig {
  const file = join(ROOT, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  return { ...readConfig(environment), dataDir: environment['DATA_DIR']?.trim() || undefined }
}
