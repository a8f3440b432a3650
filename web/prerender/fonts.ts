/// <reference path="./subset-font.d.ts" />
import { globSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { formatDay, formatNumber } from '@ad-kit/contract'
import { create, type Font } from 'fontkitten'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import { brand } from '../content/brand.ts'
import { plans } from '../content/plans.ts'
import type { CheckedPage } from './check-pages.ts'

/** The font families: files of installed packages, and their axes. */
const families = {
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

/**
 * Kerning, tabular figures, and the ligatures of the body text. `ccmp` is left out, because the fonts have each accented
 * letter whole. All other features are stylistic.
 */
const FEATURES = ['kern', 'liga', 'tnum']

/** Pages can show any of these characters, because visitors type them. */
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))

/** Returns texts that `Intl` makes, such as the names of months, because no file contains them. */
const formatted = () =>
  JSON.stringify([
    brand,
    plans,
    formatNumber(1234.5),
    ...Array.from({ length: 12 }, (_, month) =>
      formatDay(`2025-${`${month + 1}`.padStart(2, '0')}-01`),
    ),
  ])

const ROOT = new URL('../../', import.meta.url)
const WORDS = ['contract/*.ts', 'web/{content,pages,pictures}/**/*.{md,mdx,svg,ts,tsx}']

/** Every character that a page may show. */
async function characters(): Promise<string> {
  const files = globSync(WORDS, { cwd: ROOT, exclude: ['**/*.test.ts'] })
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, ROOT), 'utf8')))
  return [...new Set([...ASCII, ...formatted(), ...texts.join('')])].join('')
}

const fileOf = (name: string) => new URL(`../design/fonts/${name}.woff2`, import.meta.url)

/** Makes the font files of the site from the full fonts, with only the characters, weights and features in use. */
async function cutFonts(): Promise<void> {
  const { resolve } = createRequire(import.meta.url)
  const used = await characters()
  for (const [name, { source, axes }] of Object.entries(families)) {
    const font = await subsetFont(await readFile(resolve(source)), used, {
      targetFormat: 'woff2',
      variationAxes: axes,
      keepFeatures: FEATURES,
    })
    // Another build may be reading the file, so the new one is written beside it and renamed.
    const made = new URL(`${fileOf(name)}.${process.pid}`)
    await writeFile(made, font)
    await rename(made, fileOf(name))
  }
}

let cut: Promise<void> | undefined

/** Cuts the fonts once for all bundles. */
export const fonts: Plugin = {
  name: 'fonts',
  buildStart: () => {
    cut ??= cutFonts()
    return cut
  },
}

/** Matches letters only, because a symbol from another font does not stand out. */
const LETTERS = /[\p{L}\p{M}]/gu

/**
 * Finds letters that browsers draw in a fallback font. They are only noted, because a person's name may need them.
 * @returns sentences for the owner
 */
export async function noteMissingGlyphs(pages: readonly CheckedPage[]): Promise<string[]> {
  const files = Object.keys(families).map((name) => readFile(fileOf(name)))
  const cut = (await Promise.all(files)).map((file) => create(file) as Font)
  return pages.flatMap(({ file, root }) => {
    const letters = new Set(root.querySelector('#root')?.text.match(LETTERS))
    const missing = [...letters].filter(
      (letter) => !cut.every((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)),
    )
    return missing.length === 0
      ? []
      : `${file}: browsers draw ${missing.sort().join(' ')} in another font, because those in web/prerender/fonts.ts lack them.`
  })
}
