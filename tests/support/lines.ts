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

/** The lines of the headline of the landing page by the width of the window. */
export const HEADLINE: readonly (readonly [width: number, lines: readonly string[]])[] = [
  [390, ['Turn any', 'product link into', 'high-converting ads.']],
  [768, ['Turn any product link into', 'high-converting ads.']],
  [1440, ['Turn any', 'product link into', 'high-converting ads.']],
]
