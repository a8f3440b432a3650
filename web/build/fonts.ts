/**
 * Makes the two font files of the site from the families' full variable fonts: only the
 * characters and weights that the pages use. Prints the metrics that `design/fonts.ts`
 * needs for its fallbacks. Run after changing a range: `npm run fonts -w web`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fromBlob } from '@capsizecss/unpack'
import subsetFont from 'subset-font'

const CHARACTERS =
  ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~ ©®°·×é–—‘’“”•…€£™→←↗✓'

const families = [
  {
    name: 'display',
    source:
      '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2',
    axes: { opsz: 48, wdth: 100, wght: { min: 500, max: 800 } },
  },
  {
    name: 'text',
    source: '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 600 } },
  },
]

const resolve = createRequire(import.meta.url).resolve

for (const { name, source, axes } of families) {
  const original = await readFile(resolve(source))
  const font = await subsetFont(original, CHARACTERS, {
    targetFormat: 'woff2',
    variationAxes: axes,
  })
  await writeFile(new URL(`../design/fonts/${name}.woff2`, import.meta.url), font)
  const { familyName, unitsPerEm, ascent, descent, lineGap, xWidthAvg } = await fromBlob(
    new Blob([font]),
  )
  process.stdout.write(
    `${name}: ${familyName}, ${font.length} bytes, ${JSON.stringify({ unitsPerEm, ascent, descent, lineGap, xWidthAvg })}\n`,
  )
}
