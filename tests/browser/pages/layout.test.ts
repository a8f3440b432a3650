import type { Page } from '@playwright/test'
import { describe, expect } from 'vitest'
import { FIELDS } from '../../../contract/waitlist.ts'
import { form } from '../../../web/content/waitlist.ts'
import { launchBrowser } from '../../support/browser.ts'
import { test } from '../../support/fixtures/browser.ts'
import { field, TYPED_NAMES } from '../../support/form.ts'
import { layoutProblems } from '../../support/layout/in-page.ts'
import { openStill, ROUTES } from '../../support/routes.ts'
import { NO_SCRIPT } from '../../support/site.ts'

const WIDTHS = [320, 390, 768, 1024, 1440, 2560]
/** A screen of 1280 by 1024 pixels at 200 and at 400 % zoom (WCAG 1.4.10). */
const ZOOMED = [
  { width: 640, height: 512 },
  { width: 320, height: 256 },
]
const SIZES = [...WIDTHS.map((width) => ({ width, height: 900 })), ...ZOOMED]
const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** Sets the text spacing of WCAG 1.4.12. The CSP does not apply to constructed style sheets. */
function spaceOut(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  )
  document.adoptedStyleSheets.push(sheet)
}

function tightenAgain(): void {
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

/** Further down, the fixed header covers a part of the page: a focused field scrolls there. */
function scrollToTop(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  window.scrollTo({ top: 0, behavior: 'instant' })
}

async function expectSound(page: Page, sizes = SIZES, how = 'as it is'): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.evaluate(scrollToTop)
    const at = `${how}, at ${size.width} × ${size.height}`
    expect(await page.evaluate(layoutProblems), at).toEqual([])
  }
}

describe('the layout', () => {
  test.for(ROUTES)(
    '%s keeps its layout at every width and zoom, with wide spacing and long words',
    async (path, { open }) => {
      const page = await openStill(open, path)
      await expectSound(page)
      await page.evaluate(spaceOut)
      await expectSound(page, [...ZOOMED, { width: 1440, height: 900 }], 'with wide text spacing')
      await page.evaluate(tightenAgain)
      await page.evaluate(lengthenWords, LONG_WORD)
      await expectSound(page, SIZES, 'with long words')
    },
  )

  test('the form keeps its layout with long names, errors and a long suggestion', async ({
    open,
  }) => {
    const page = await openStill(open, '/waitlist')
    for (const name of TYPED_NAMES) {
      await field(page, name).fill(`${LONG_WORD}@${LONG_WORD}`)
    }
    await field(page, 'role').focus()
    await page.getByText(FIELDS.email.messages.malformed).waitFor()
    await expectSound(page)

    await field(page, 'email').fill(`${LONG_WORD.replace('ä', 'a').slice(0, 64)}@gmial.com`)
    await page.getByRole('button', { name: form.suggestion.accept }).waitFor()
    await expectSound(page)
  })

  test('the header takes less than a third of a zoomed screen', async ({ open }) => {
    const page = await openStill(open, '/terms', { viewport: { width: 320, height: 256 } })
    const header = await page.getByRole('banner').boundingBox()
    expect(header?.height).toBeLessThan(256 / 3)
  })

  test('no page is wider than the window beside a scroll bar, without JavaScript', async ({
    app,
  }) => {
    const browser = await launchBrowser({ scrollBars: true })
    const page = await browser.newPage(NO_SCRIPT)
    try {
      for (const path of ROUTES) {
        await page.goto(new URL(path, app.origin).href)
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 768 })
          const { scrollWidth, clientWidth } = await page
            .locator('html')
            .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))
          expect(clientWidth, 'the scroll bar has a width').toBeLessThan(width)
          expect(scrollWidth, `${path}, ${width} px`).toBe(clientWidth)
        }
      }
    } finally {
      await browser.close()
    }
  })
})
