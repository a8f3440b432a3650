import type { CheckedPage } from './check-pages.ts'

/** The characters of the font files. Run `npm run fonts -w web` after a change. */
export const CHARACTERS =
  ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~ ©®°·×é–—‘’“”•…€£™'

/** Letters only: a symbol from another font does not stand out. */
const LETTERS = /[\p{L}\p{M}]/gu

/**
 * Finds letters that browsers draw in a fallback font. It is only a note, because a person's name may need them.
 * @returns sentences for the owner
 */
export function noteMissingGlyphs(pages: readonly CheckedPage[]): string[] {
  return pages.flatMap(({ file, root }) => {
    const used = root.querySelector('#root')?.text.match(LETTERS) ?? []
    const missing = [...new Set(used)].filter((letter) => !CHARACTERS.includes(letter)).sort()
    return missing.length === 0
      ? []
      : `${file}: browsers draw ${missing.join(' ')} in another font. Add them to CHARACTERS in web/prerender/characters.ts and run \`npm run fonts -w web\`.`
  })
}
