import { hero } from '../../web/content/home.ts'

/** Runs in a page: the words of an element, line by line. */
export function linesOf(selector: string): string[] {
  const lines = new Map<number, string[]>()
  const walker = document.createTreeWalker(
    document.querySelector(selector) ?? document.body,
    NodeFilter.SHOW_TEXT,
  )
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const top = Math.round(range.getBoundingClientRect().top)
      lines.set(top, [...(lines.get(top) ?? []), word])
    }
  }
  return [...lines.values()].map((words) => words.join(' '))
}

/** The widths at which the headline of the landing page has other lines. */
export const HEADLINE_WIDTHS = [390, 768, 1440]

/** Every way to break the headline of the landing page between two of its phrases. */
export const HEADLINE_LINES = hero.title.reduce<string[][]>(
  (ways, phrase) =>
    ways.flatMap((lines) => {
      const last = lines.at(-1)
      const apart = [...lines, phrase]
      return last === undefined ? [apart] : [apart, [...lines.slice(0, -1), `${last} ${phrase}`]]
    }),
  [[]],
)
