import type { Lettering } from './lettering.ts'

/** The largest type, in px by the number of lines. */
const LARGEST = [124, 124, 106, 84] as const
/** Between letters, in em. */
export const TRACKING = -0.035
/** A last line shorter than this share of the longest is a widow. */
const WIDOW = 0.4

/** All ways to cut a list of words into a number of lines. */
function cuts(words: readonly string[], lines: number): string[][] {
  if (lines === 1) return [[words.join(' ')]]
  return words
    .slice(0, words.length - lines + 1)
    .flatMap((_, index) =>
      cuts(words.slice(index + 1), lines - 1).map((rest) => [
        words.slice(0, index + 1).join(' '),
        ...rest,
      ]),
    )
}

/**
 * Breaks a headline into the lines that allow the largest type and are as even as possible. Pango, which
 * sets them, would fill one line after the other, break at hyphens and leave a widow.
 * @param column - its width in px
 * @throws Error for a headline without words
 */
export function setHeadline(
  text: string,
  { widthOf }: Pick<Lettering, 'widthOf'>,
  column: number,
): { size: number; lines: readonly string[] } {
  const [best] = LARGEST.flatMap((largest, index) =>
    cuts(text.split(' '), index + 1).map((lines) => {
      const widths = lines.map((line) => widthOf(line) + TRACKING * (line.length - 1))
      const longest = Math.max(...widths)
      return {
        lines,
        size: Math.min(largest, column / longest),
        hasWidow: (widths.at(-1) ?? 0) < longest * WIDOW,
        longest,
        unevenness: widths.reduce((sum, width) => sum + width ** 2, 0),
      }
    }),
  )
    .filter(({ hasWidow }) => !hasWidow)
    .sort(
      (a, b) =>
        b.size - a.size ||
        a.lines.length - b.lines.length ||
        a.longest - b.longest ||
        a.unevenness - b.unevenness,
    )
  if (!best) throw new Error(`The headline “${text}” has no words.`)
  return best
}
