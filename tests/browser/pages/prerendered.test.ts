import { notFound } from '../../../web/content/error-pages.ts'
import { KINDS } from '../../support/routes.ts'
import { NOT_FOUND_NOTE } from '../../support/site.ts'
import { expect, test } from '../support/test.ts'

test.use({
  javaScriptEnabled: false,
  // Playwright hides scroll bars, but most visitors with a mouse see them.
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
})

/** Runs in the page. Returns its invisible words, except those that appear on a click or after a mistake. */
function hiddenWords(): string[] {
  const [hidden, seen] = [new Set<string>(), new Set<string>()]
  const walker = document.createTreeWalker(
    document.querySelector('main') ?? document.body,
    NodeFilter.SHOW_TEXT,
  )
  while (walker.nextNode()) {
    const owner = walker.currentNode.parentElement
    const text = walker.currentNode.textContent?.trim()
    if (!owner || !text) continue
    if (owner.closest('svg, option, details, [role=tooltip], [aria-hidden=true]')) continue
    // A field's message is hidden until the field is invalid.
    if (owner.parentElement?.matches(':has(> input, > select, > * > input, > * > select)')) continue
    const isSeen = owner.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const words = isSeen ? seen : hidden
    words.add(text)
  }
  return [...hidden].filter((text) => !seen.has(text))
}

test.describe('without JavaScript', () => {
  test('each kind of page shows all its words and fits every width', async ({ openBlank }) => {
    test.slow()
    const page = await openBlank({ expected: [NOT_FOUND_NOTE] })
    for (const path of KINDS) {
      await page.goto(path)
      expect.soft(await page.evaluate(hiddenWords), path).toEqual([])
      for (const width of [320, 390, 768, 1024, 1440, 2560]) {
        await page.setViewportSize({ width, height: 480 })
        const { scrollWidth, clientWidth } = await page
          .locator('html')
          .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))
        expect(clientWidth, 'the scroll bar has a width').toBeLessThan(width)
        expect.soft(scrollWidth, `${path}, ${width} px`).toBe(clientWidth)
      }
    }
  })

  test('an unknown path has status 404 and a link home', async ({ openBlank }) => {
    const page = await openBlank({ expected: [NOT_FOUND_NOTE] })
    expect((await page.goto('/no/such/page'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: notFound.title })).toBeVisible()
    const link = page.getByRole('main').getByRole('link', { name: notFound.back })
    await expect(link).toHaveAttribute('href', '/')
  })
})
