/**
 * Reads the project's `.env` unless `NO_ENV_FILE` is set. Variables that are already set win.
 * Import it before any module that reads the environment.
 */
import { resolve } from 'node:path'
import { loadEnvFile } from './env-file.ts'

if (!process.env['NO_ENV_FILE']) loadEnvFile(resolve(import.meta.dirname, '../../.env'))

/** The build's output folder. Tests build into another one and leave `web/dist` alone. */
export const outDir = resolve(import.meta.dirname, '..', process.env['SITE_OUT_DIR'] || 'dist')
