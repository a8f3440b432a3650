import { readFile } from 'node:fs/promises'
import { cutFace, type FamilyName, families, openFile, readFamily } from './families.ts'
import type { CheckedPage } from './page-checks/check-pages.ts'

/** Letters only: a symbol from another font does not stand out. */
const LETTERS = /[\p{L}\p{M}]/gu

type Part = 'site' | 'family'

const fontOf = (name: FamilyName, part: Part): Promise<Buffer> =>
  part === 'site'
    ? readFile(new URL(`../design/fonts/${name}.woff2`, import.meta.url))
    : readFamily(name)

/** The given letters that a font has. */
async function lettersIn(font: Buffer, letters: string): Promise<Set<string>> {
  const unicodes = openFile(await cutFace(font, letters)).collectUnicodes()
  return new Set([...unicodes].map((unicode) => String.fromCodePoint(unicode)))
}

/** The given letters that one of the families lacks. */
async function lacking(letters: readonly string[], part: Part): Promise<string[]> {
  const fonts = await Promise.all(
    (Object.keys(families) as FamilyName[]).map(async (name) =>
      lettersIn(await fontOf(name, part), letters.join('')),
    ),
  )
  return letters.filter((letter) => !fonts.every((font) => font.has(letter)))
}

/**
 * Finds letters that the font files lack, so that browsers draw them in a fallback font. It is
 * only a note, because a person's name may need them.
 * @returns sentences for the owner
 */
export async function noteMissingGlyphs(pages: readonly CheckedPage[]): Promise<string[]> {
  const used = pages.flatMap(({ root }) => root.querySelector('#root')?.text.match(LETTERS) ?? [])
  const missing = await lacking([...new Set(used)].sort(), 'site')
  if (missing.length === 0) return []
  const beyond = await lacking(missing, 'family')
  const subset = missing.filter((letter) => !beyond.includes(letter))
  const files = (letters: readonly string[]) =>
    `(${pages
      .filter(({ root }) => letters.some((one) => root.querySelector('#root')?.text.includes(one)))
      .map(({ file }) => file)
      .join(', ')})`
  const note = (letters: readonly string[], advice: string) =>
    letters.length > 0
      ? [`Browsers draw ${letters.join(' ')} in another font ${files(letters)}: ${advice}`]
      : []
  return [
    ...note(
      subset,
      'the font files lack them. Add them to CHARACTERS in web/prerender/fonts.ts and run `npm run fonts -w web`.',
    ),
    ...note(beyond, 'the families’ files in web/prerender/families.ts lack them.'),
  ]
}
