/**
 * Reads the project's `.env`, if there is one and `NO_ENV_FILE` is not set. To be imported
 * before anything that reads the environment; what is set already stays.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../../.env', import.meta.url))
if (!process.env['NO_ENV_FILE'] && existsSync(file)) process.loadEnvFile(file)

/** The build's output folder. Tests build into another one and leave `web/dist` alone. */
export const outDir = resolve(import.meta.dirname, '..', process.env['SITE_OUT_DIR'] || 'dist')
