import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, environment, readConfig } from '../src/config.ts'
import { ROOT } from './repository.ts'

/**
 * Reads `.env`, if there is one, and then the settings. A variable that is already set wins.
 * @throws ConfigError
 */
export function localConfig(): Config {
  const file = join(ROOT, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  return readConfig(environment)
}
