import type { Lettering } from '../../design/art/share/lettering.tsx'

/**
 * Finds words that a share picture would show with holes.
 *
 * @param texts - by the path of their page
 */
export const checkLetters = (
  { lacks }: Lettering,
  texts: readonly (readonly [path: string, text: string])[],
): string[] =>
  texts.flatMap(([path, text]) => {
    const missing = lacks(text)
    return missing.length > 0
      ? [
          `${path}: “${text}” cannot be drawn for its share picture: the typeface (web/build/families.ts) has no ${missing.join(' ')}.`,
        ]
      : []
  })
