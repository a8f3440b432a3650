/// <reference path="./subset-font.d.ts" />
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import * as hb from 'harfbuzzjs'
import subsetFont from 'subset-font'

/** The font families: files of installed packages, and their axes. */
export const families = {
  display: {
    source:
      '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2',
    axes: { opsz: 48, wdth: 100, wght: 700 },
  },
  text: {
    source: '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 600 } },
  },
} as const

export type FamilyName = keyof typeof families

const resolve = createRequire(import.meta.url).resolve

/** The whole variable font of a family, as WOFF2. */
export const readFamily = (name: FamilyName): Promise<Buffer> =>
  readFile(resolve(families[name].source))

/** Cuts a font file, as WOFF2, down to the given characters, as TrueType. */
export const cutFace = (font: Uint8Array, characters: string): Promise<Uint8Array> =>
  subsetFont(font, characters, { targetFormat: 'truetype', variationAxes: {} })

/** @param file - as TrueType */
export const openFile = (file: Uint8Array): hb.Face =>
  // A copy, because the buffer of a small file is part of a shared pool.
  new hb.Face(new hb.Blob(Uint8Array.from(file).buffer))
