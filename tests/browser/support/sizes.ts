import { expect, type Page } from '@playwright/test'

/** Widths of windows, in CSS pixels. */
export const WIDTHS = [320, 390, 768, 1024, 1440, 2560]

/** A screen of 1280 by 1024 pixels at 200 and at 400 % zoom (WCAG 1.4.10). */
export const ZOOMED = [
  { width: 640, height: 512 },
  { width: 320, height: 256 },
]

const SIZES = [...WIDTHS.map((width) => ({ width, height: 900 })), ...ZOOMED]

export const LONG_WORD =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** Further down, the fixed header covers a part of the page: a focused field scrolls there. */
export function scrollToTop(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  window.scrollTo({ top: 0, behavior: 'instant' })
}

/** Expects no text that sticks out or is cut off, at any of the sizes. */
export async function expectSound(page: Page, sizes = SIZES, how = 'as it is'): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.evaluate(scrollToTop)
    const at = `${how}, at ${size.width} × ${size.height}`
    expect.soft(await page.evaluate(layoutProblems), at).toEqual([])
  }
}

/** Runs in the page, so it uses nothing from outside itself. Describes texts and fields that stick out or are cut off. */
function layoutProblems(): string[] {
  const edge = document.documentElement.clientWidth
  const problems: string[] = []
  if (document.documentElement.scrollWidth > edge) {
    problems.push(`the page is ${document.documentElement.scrollWidth - edge} px too wide`)
  }
  const check = (owner: Element, box: DOMRect, text: string) => {
    if (box.right > edge + 1 || box.left < -1) problems.push(`sticks out: ${text}`)
    if (isCutOff(owner, box)) problems.push(`cut off: ${text}`)
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    const text = node.textContent?.trim()
    const owner = node.parentElement
    if (!owner || !text || owner.closest('svg, option') || !isShown(owner)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const line of range.getClientRects()) {
      // A line is as high as the font; its letters take up about the middle half.
      const letters = new DOMRect(line.x, line.y + line.height / 4, line.width, line.height / 2)
      check(owner, letters, text)
    }
  }
  for (const field of document.querySelectorAll('input, select')) {
    if (isShown(field)) check(field, field.getBoundingClientRect(), `field ${field.id}`)
  }
  return problems

  /** All but the honeypot, text for screen readers, and the skip link without focus. */
  function isShown(element: Element): boolean {
    return (
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('[aria-hidden=true]') &&
      getComputedStyle(element).clipPath !== 'inset(50%)' &&
      !element.matches('a[href^="#"]:first-child:not(:focus)')
    )
  }

  function isCutOff(owner: Element, box: DOMRect): boolean {
    for (let at: Element | null = owner; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at)
      const outer = at.getBoundingClientRect()
      const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      const beside = box.left < outer.left - 1 || box.right > outer.right + 1
      const above = box.top < outer.top - 1 || box.bottom > outer.bottom + 1
      if ((clips(overflowX) && beside) || (clips(overflowY) && above)) return true
    }
    return false
  }
}
