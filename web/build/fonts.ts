/// <reference path="./subset-font.d.ts" />
import { globSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { formatDay, formatNumber, LANGUAGE } from '@ad-kit/contract'
import { create, type Font } from 'fontkitten'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import { brand } from '../content/brand.ts'
import { terms } from '../content/legal/legal.ts'
import { plans } from '../content/plans.ts'
import type { FamilyName } from '../design/more-fonts.ts'
import type { CheckedPage } from './check-pages.ts'

/** The parts into which fontsource packages divide a family. Only the first contains a to z. */
const PARTS = ['latin', 'latin-ext', 'vietnamese']

interface Family {
  /** Files from installed packages. Each is used only for characters that all earlier ones lack. */
  readonly sources: readonly string[]
  readonly axes: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>
}

const families: Readonly<Record<FamilyName, Family>> = {
  display: {
    sources: PARTS.map(
      (part) =>
        `@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-${part}-standard-normal.woff2`,
    ),
    axes: { opsz: 48, wdth: 100, wght: 700 },
  },
  text: {
    sources: PARTS.map(
      (part) => `@fontsource-variable/geist/files/geist-${part}-wght-normal.woff2`,
    ),
    axes: { wght: { min: 400, max: 600 } },
  },
}

/**
 * Kerning, tabular figures, and the body text's ligatures. `ccmp` is left out, because the fonts contain every accented
 * letter as one glyph. All other features are stylistic.
 */
const FEATURES = ['kern', 'liga', 'tnum']

/** Pages can show any of these characters, because visitors type them. */
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))

/** Returns texts that no file contains because `Intl` produces them, such as the names of months. */
const formatted = () =>
  JSON.stringify([
    brand,
    plans,
    terms,
    formatNumber(1234.5),
    new Intl.ListFormat(LANGUAGE).format(['', '', '']),
    ...Array.from({ length: 12 }, (_, month) =>
      formatDay(`2025-${`${month + 1}`.padStart(2, '0')}-01`),
    ),
  ])

/** Matches only letters, because a symbol from another font does not attract attention. */
const LETTERS = /[\p{L}\p{M}]/gu

const ROOT = new URL('../../', import.meta.url)
const WORDS = ['contract/*.ts', 'web/{content,pages,pictures}/**/*.{md,mdx,svg,ts,tsx}']

/** Returns every character that a page may show. */
async function characters(): Promise<string> {
  const files = globSync(WORDS, { cwd: ROOT, exclude: ['**/*.test.ts'] })
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, ROOT), 'utf8')))
  return [...new Set([...ASCII, ...formatted(), ...texts.join('')])].join('')
}

const FOLDER = new URL('../design/fonts/', import.meta.url)

/** Writes a font that contains only the characters, weights and features in use. */
async function write(file: string, source: Buffer, used: string, axes: Family['axes']) {
  const font = await subsetFont(source, used, {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures: FEATURES,
  })
  // Another build may be reading the file, so the new one is written next to it and then renamed.
  const made = new URL(`${file}.${process.pid}`, FOLDER)
  await writeFile(made, font)
  await rename(made, new URL(file, FOLDER))
}

const has = (font: Font, letter: string): boolean =>
  font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)

/** Makes a family's files. Returns all but the first, with their letters. */
async function cutFamily(name: FamilyName, used: string) {
  const { resolve } = createRequire(import.meta.url)
  const { sources, axes } = families[name]
  const more: { name: FamilyName; file: string; letters: string[] }[] = []
  let missing: string[] = []
  for (const [index, source] of sources.entries()) {
    const content = await readFile(resolve(source))
    const font = create(content) as Font
    if (index === 0) {
      await write(`${name}.woff2`, content, used, axes)
      missing = (used.match(LETTERS) ?? []).filter((letter) => !has(font, letter))
      continue
    }
    const file = `${name}-${index + 1}.woff2`
    const letters = missing.filter((letter) => has(font, letter))
    missing = missing.filter((letter) => !letters.includes(letter))
    if (letters.length === 0) {
      await rm(new URL(file, FOLDER), { force: true })
    } else {
      await write(file, content, letters.join(''), axes)
      more.push({ name, file, letters })
    }
  }
  return more
}

/** Cuts all fonts. Returns the module that replaces `design/more-fonts.ts`. */
async function cutFonts(): Promise<string> {
  const used = await characters()
  const names = Object.keys(families) as FamilyName[]
  const more = (await Promise.all(names.map((name) => cutFamily(name, used)))).flat()
  const faces = more.map(({ name, letters }, index) => {
    const range = letters.map((letter) => `U+${letter.codePointAt(0)?.toString(16)}`).join()
    return `{ name: '${name}', url: url${index}, range: '${range}' }`
  })
  return [
    ...more.map(({ file }, index) => `import url${index} from './fonts/${file}?url&no-inline'`),
    `export const moreFonts = [${faces.join()}]`,
  ].join('\n')
}

let cut: Promise<string> | undefined

/** Cuts the fonts once for all bundles. */
export const fonts: Plugin = {
  name: 'fonts',
  async buildStart() {
    cut ??= cutFonts()
    await cut
  },
  load: {
    filter: { id: /\/web\/design\/more-fonts\.ts$/ },
    handler: () => {
      cut ??= cutFonts()
      return cut
    },
  },
}

/**
 * Finds letters that browsers draw in a fallback font. They are reported but allowed, because a person's name may need
 * them.
 * @returns messages for the owner
 */
export async function noteMissingGlyphs(pages: readonly CheckedPage[]): Promise<string[]> {
  const files = globSync('*.woff2', { cwd: FOLDER }).map(async (file) => ({
    name: file.replace(/(?:-\d+)?\.woff2$/, ''),
    font: create(await readFile(new URL(file, FOLDER))) as Font,
  }))
  const cut = await Promise.all(files)
  const isDrawn = (letter: string) =>
    Object.keys(families).every((name) =>
      cut.some((each) => each.name === name && has(each.font, letter)),
    )
  return pages.flatMap(({ file, root }) => {
    const letters = new Set(root.querySelector('#root')?.text.match(LETTERS))
    const missing = [...letters].filter((letter) => !isDrawn(letter))
    return missing.length === 0
      ? []
      : `${file}: browsers draw ${missing.sort().join(' ')} in another font, because the fonts in web/build/fonts.ts lack them.`
  })
}
