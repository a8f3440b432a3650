/**
 * Makes the two font files of the site from the full variable fonts, with only the characters,
 * weights and features that the pages use. Prints the metrics for the fallbacks in
 * `design/global.ts`. Run it after a change: `npm run fonts -w web`.
 */
/// <reference path="./subset-font.d.ts" />
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fromBlob } from '@capsizecss/unpack'
import subsetFont from 'subset-font'
import { CHARACTERS } from './characters.ts'

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
 * Kerning, tabular figures, and the ligatures of the body text. These characters need no composing.
 * All other features are stylistic.
 */
const FEATURES = ['kern', 'liga', 'tnum']

for (const [name, { source, axes }] of Object.entries(families)) {
  const file = await readFile(createRequire(import.meta.url).resolve(source))
  const font = await subsetFont(file, CHARACTERS, {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures: FEATURES,
  })
  await writeFile(new URL(`../design/fonts/${name}.woff2`, import.meta.url), font)
  const { familyName, unitsPerEm, ascent, descent, lineGap, xWidthAvg } = await fromBlob(
    new Blob([font]),
  )
  process.stdout.write(
    `${name}: ${familyName}, ${font.length} bytes, ${JSON.stringify({ unitsPerEm, ascent, descent, lineGap, xWidthAvg })}\n`,
  )
}
