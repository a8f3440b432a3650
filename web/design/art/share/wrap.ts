import type { Lettering } from './lettering.ts'

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

/** A last line shorter than this share of the longest looks left over. */
const WIDOW = 0.4

/**
 * Sets a headline in a number of lines, of lengths as even as its words allow.
 *
 * @returns the lines, and the width of the longest in em
 */
export function wrap(text: string, count: number, lettering: Lettering, tracking: number) {
  const [best] = cuts(text.split(' '), count)
    .map((lines) => lines.map((line) => lettering.set(line, tracking)))
    .map((lines) => ({
      lines,
      longest: Math.max(...lines.map(({ width }) => width)),
      unevenness: lines.reduce((sum, { width }) => sum + width ** 2, 0),
    }))
    .filter(({ lines, longest }) => (lines.at(-1)?.width ?? 0) >= longest * WIDOW)
    .sort((a, b) => a.longest - b.longest || a.unevenness - b.unevenness)
  return best
}
