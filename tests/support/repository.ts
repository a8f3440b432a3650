import { resolve } from 'node:path'

/** The top folder of the repository. */
export const ROOT = resolve(import.meta.dirname, '../..')
