import type { Page } from '@playwright/test'

export interface Stop {
  /** For the message of a failing test. */
  readonly name: string
  /** Its index among all elements of the document. */
  readonly order: number
  readonly top: number
  readonly bottom: number
  readonly left: number
  /** Whether an outline or a shadow appears with the focus. */
  readonly marked: boolean
  /** Whether some of it is clear of everything else, such as the header (WCAG 2.4.11). */
  readonly seen: boolean
}

/** Presses Tab from the top of a page until the focus leaves it. */
export async function tabThrough(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(describeFocus)
    if (stop === null || stop.order <= (stops.at(0)?.order ?? -1)) return stops
    stops.push(stop)
  }
}

/** Presses Tab until the focus is on what has the words or the id. */
export async function tabTo(page: Page, words: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    const names = await page
      .locator(':focus')
      .evaluate((at) => [at.id, at.getAttribute('aria-label') ?? at.textContent ?? ''])
    if (names[0] === words || names[1]?.includes(words)) return
  }
  throw new Error(`Tab never reaches ${words}`)
}

/** Runs in the page, so it can use nothing from this module. */
function describeFocus(): Stop | null {
  const at = document.activeElement
  if (!(at instanceof HTMLElement) || at === document.body) return null
  const box = at.getBoundingClientRect()
  const focused = look(at)
  const marked = focused.drawn && focused.key !== unfocusedLook(at)
  return {
    name: `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent ?? at.id}`.trim(),
    order: [...document.querySelectorAll('*')].indexOf(at),
    top: box.top + window.scrollY,
    bottom: box.bottom + window.scrollY,
    left: box.left,
    marked,
    seen: [0.2, 0.5, 0.8].some((part) => {
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height * part)
      return top !== null && (at.contains(top) || top.contains(at))
    }),
  }

  function look(element: Element) {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element)
    const outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    return {
      key: [outlined ? `${outlineWidth} ${outlineColor}` : 'none', boxShadow].join(),
      drawn: outlined || boxShadow !== 'none',
    }
  }
  /** Looks at a copy, because tabs and tooltips react when the focus moves. */
  function unfocusedLook(element: Element): string {
    const copy = element.cloneNode(false) as Element
    element.after(copy)
    const { key } = look(copy)
    copy.remove()
    return key
  }
}
