import type { Page } from '@playwright/test'
import { FIELDS } from '../../../contract/waitlist.ts'
import { chrome } from '../../../web/content/navigation.ts'
import { form } from '../../../web/content/waitlist.ts'
import { KINDS, openStill } from '../../support/routes.ts'
import { field, TYPED_NAMES } from '../support/form.ts'
import { expect, test } from '../support/test.ts'

const WIDTHS = [320, 390, 768, 1024, 1440, 2560]

/** The viewports, in CSS pixels, of a 1280 by 1024 pixel screen zoomed to 200% and 400% (WCAG 1.4.10). */
const ZOOMED = [
  { width: 640, height: 512 },
  { width: 320, height: 256 },
]

const SIZES = [...WIDTHS.map((width) => ({ width, height: 900 })), ...ZOOMED]

const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** Undoes the scrolling to a focused field, after which the fixed header would cover part of the page. */
function scrollToTop(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  window.scrollTo({ top: 0, behavior: 'instant' })
}

/** Expects that no text overflows or is cut off at any of the sizes. */
async function expectSound(page: Page, sizes = SIZES, how = 'as it is'): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.evaluate(scrollToTop)
    const at = `${how}, at ${size.width} × ${size.height}`
    expect.soft(await page.evaluate(layoutProblems), at).toEqual([])
  }
}

/**
 * Runs in the page, so it cannot use this module's variables. Describes text and fields that overflow or are cut off.
 */
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
      // A line box is as tall as the font, but its letters take up only about the middle half.
      const letters = new DOMRect(line.x, line.y + line.height / 4, line.width, line.height / 2)
      check(owner, letters, text)
    }
  }
  for (const field of document.querySelectorAll('input, select')) {
    if (isShown(field)) check(field, field.getBoundingClientRect(), `field ${field.id}`)
  }
  return problems

  /**
   * Returns whether visitors can see an element, unlike the honeypot, text for screen readers or the unfocused skip
   * link.
   */
  function isShown(element: Element): boolean {
    return (
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('[aria-hidden=true]') &&
      getComputedStyle(element).clipPath !== 'inset(50%)' &&
      !element.matches('#root > a:not(:focus)')
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

/** Sets the text spacing of WCAG 1.4.12. The CSP does not apply to constructed style sheets. */
function spaceOut(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  )
  document.adoptedStyleSheets.push(sheet)
}

/** Doubles the text size that a visitor has set in the browser. */
function doubleText(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('html { font-size: 200% !important }')
  document.adoptedStyleSheets.push(sheet)
}

function undo(): void {
  document.adoptedStyleSheets.pop()
}

function lengthenWords(word: string): void {
  for (const element of document.querySelectorAll(
    'main :is(h1, h2, h3, p, li, dt, dd, a, span, strong)',
  )) {
    const first = element.firstChild
    if (first instanceof Text && first.data.trim() !== '') first.data = word
  }
}

for (const path of KINDS) {
  test(`${path} fits every width and zoom, even with wide spacing, large text or long words`, async ({
    open,
  }) => {
    // Each page is measured about 15 times, letter by letter.
    test.slow()
    const page = await openStill(open, path)
    await expectSound(page)
    await page.evaluate(spaceOut)
    await expectSound(page, [...ZOOMED, { width: 1440, height: 900 }], 'with wide text spacing')
    await page.evaluate(undo)
    await page.evaluate(doubleText)
    const large = [320, 390, 768].map((width) => ({ width, height: 900 }))
    await expectSound(page, large, 'with text at 200 %')
    await page.evaluate(undo)
    await page.evaluate(lengthenWords, LONG_WORD)
    const columns = [768, 1024, 1440].map((width) => ({ width, height: 900 }))
    await expectSound(page, [...ZOOMED, ...columns], 'with long words')
  })
}

test('the form keeps its layout with long names, errors and a long suggestion', async ({
  open,
}) => {
  const page = await openStill(open, '/waitlist')
  for (const name of TYPED_NAMES) {
    await field(page, name).fill(`${LONG_WORD}@${LONG_WORD}`)
  }
  await field(page, 'role').focus()
  await expect(page.getByText(FIELDS.email.messages.malformed)).toBeVisible()
  await expectSound(page)

  await field(page, 'email').fill(`${LONG_WORD.replace('ä', 'a').slice(0, 64)}@gmial.com`)
  await expect(page.getByRole('button', { name: form.suggestion.accept })).toBeVisible()
  await expectSound(page)
})

test('a zoomed header fits a long name in under a third of the window', async ({ open }) => {
  const page = await openStill(open, '/terms', { viewport: { width: 320, height: 256 } })
  const header = page.getByRole('banner')
  expect((await header.boundingBox())?.height).toBeLessThan(256 / 3)
  await header.getByRole('link', { name: chrome.home }).evaluate((link, name) => {
    const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode()
    if (text) text.nodeValue = name
  }, 'Candlelight & Daughters, Makers of Light')
  for (const width of [320, 360, 768]) {
    await page.setViewportSize({ width, height: 844 })
    const needed = await header.evaluate(({ scrollWidth }) => scrollWidth)
    expect(needed, `${width} px`).toBeLessThanOrEqual(width)
  }
})
