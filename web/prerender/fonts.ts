/**
 * Makes the two font files of the site from the full variable fonts, with only the characters,
 * weights and features that the pages use. Prints the metrics for the fallbacks in
 * `design/global.ts`. Run it after a change: `npm run fonts -w web`.
 */
import { writeFile } from 'node:fs/promises'
import { fromBlob } from '@capsizecss/unpack'
import subsetFont from 'subset-font'
import { type FamilyName, families, readFamily } from './families.ts'

const CHARACTERS =
  ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~ ©®°·×é–—‘’“”•…€£™'

/**
 * Kerning, tabular figures, and the ligatures of the body text. These characters need no composing.
 * All other features are stylistic.
 */
const FEATURES = ['kern', 'liga', 'tnum']

for (const name of Object.keys(families) as FamilyName[]) {
  const font = await subsetFont(await readFamily(name), CHARACTERS, {
    targetFormat: 'woff2',
    variationAxes: families[name].axes,
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
