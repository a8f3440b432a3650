import { resolve } from 'node:path'

/** The top folder of the repository. */
export const ROOT = resolve(import.meta.dirname, '..', '..')

/** The web workspace, and the folder of its build. */
export const WEB_DIR = resolve(ROOT, 'web')
export const SITE_DIR = resolve(WEB_DIR, 'dist')
