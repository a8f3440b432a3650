/**
 * Reads the project's `.env`, if there is one, as Vite does for the pages themselves. To be
 * imported before anything that reads the environment; what is set already stays.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../../.env', import.meta.url))
if (existsSync(file)) process.loadEnvFile(file)
