import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** The font families: files of installed packages for Latin and for more languages, and their axes. */
export const families = {
  display: {
    source:
      '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2',
    extension:
      '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-ext-standard-normal.woff2',
    axes: { opsz: 48, wdth: 100, wght: 700 },
  },
  text: {
    source: '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
    extension: '@fontsource-variable/geist/files/geist-latin-ext-wght-normal.woff2',
    axes: { wght: { min: 400, max: 600 } },
  },
} as const

export type FamilyName = keyof typeof families

const resolve = createRequire(import.meta.url).resolve

/** The whole variable font of a family, as WOFF2. */
export const readFamily = (
  name: FamilyName,
  part: 'source' | 'extension' = 'source',
): Promise<Buffer> => readFile(resolve(families[name][part]))
