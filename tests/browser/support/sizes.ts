import { expect, type Page } from '@playwright/test'
import { layoutProblems } from './in-page.ts'

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

/** Sets the text spacing of WCAG 1.4.12. The CSP does not apply to constructed style sheets. */
export function spaceOut(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  )
  document.adoptedStyleSheets.push(sheet)
}

export function tightenAgain(): void {
  document.adoptedStyleSheets.pop()
}

export function lengthenWords(word: string): void {
  for (const element of document.querySelectorAll(
    'main :is(h1, h2, h3, p, li, dt, dd, a, span, strong)',
  )) {
    const first = element.firstChild
    if (first instanceof Text && first.data.trim() !== '') first.data = word
  }
}

/** Further down, the fixed header covers a part of the page: a focused field scrolls there. */
export function scrollToTop(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  window.scrollTo({ top: 0, behavior: 'instant' })
}

/** Expects no text that sticks out, is cut off or covered, at any of the sizes. */
export async function expectSound(page: Page, sizes = SIZES, how = 'as it is'): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.evaluate(scrollToTop)
    const at = `${how}, at ${size.width} × ${size.height}`
    expect.soft(await page.evaluate(layoutProblems), at).toEqual([])
  }
}
