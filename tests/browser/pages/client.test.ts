// Guards quiet-pages.

import type { Page } from '@playwright/test'
import { blogTabs, blogWords, caseStudies } from '../../../web/content/blog.ts'
import { faq } from '../../../web/content/faq.ts'
import { chrome } from '../../../web/content/navigation.ts'
import { hintLabel, plans } from '../../../web/content/plans.ts'
import { expect, type OpenBlank, type PageOptions, test } from '../../support/browser/test.ts'
import { expectProblems } from '../../support/browser/watch.ts'
import { formHydrated } from '../../support/form.ts'
import { CHUNKS, gate } from '../../support/gate.ts'
import { hydrated } from '../../support/routes.ts'
import { watchScripts } from '../../support/scripts.ts'
import { NOT_FOUND_NOTE, PHONE } from '../../support/site.ts'

test.describe('until a visitor shows interest', () => {
  /** A page of which only the start script has run. */
  const openQuiet = async (openBlank: OpenBlank, path: string, options?: PageOptions) => {
    const blank = await openBlank(options)
    const scripts = watchScripts(blank)
    await blank.goto(path, { waitUntil: 'networkidle' })
    return { page: blank, scripts }
  }

  const WAYS: readonly [string, (page: Page) => Promise<unknown>][] = [
    ['a pointer', ({ mouse }) => mouse.move(200, 200)],
    ['a touch', ({ touchscreen }) => touchscreen.tap(5, 500)],
    ['a key', ({ keyboard }) => keyboard.press('Shift')],
    ['the wheel', ({ mouse }) => mouse.wheel(0, 300)],
    ['a focus', (page) => page.locator('main a').first().focus()],
  ]
  for (const [what, act] of WAYS) {
    test(`a page runs one script, and ${what} hydrates it`, async ({ openBlank }) => {
      const { page, scripts } = await openQuiet(openBlank, '/', { hasTouch: true })
      await page.waitForTimeout(500)
      expect(scripts).toHaveLength(1)
      await act(page)
      const scrolling = () => page.evaluate(() => window.history.scrollRestoration)
      await expect.poll(scrolling).toBe('manual')
      expect(scripts.length).toBeGreaterThan(1)
    })
  }

  test('a page that was reloaded further down is hydrated where it is', async ({ openBlank }) => {
    const { page } = await openQuiet(openBlank, '/')
    await hydrated(page)
    await page.evaluate(() => window.scrollTo(0, 1500))
    await page.reload()
    await page.waitForFunction(() => window.history.scrollRestoration === 'manual')
    await page.waitForTimeout(200)
    expect(await page.evaluate(() => window.scrollY)).toBe(1500)
  })

  test('the form is hydrated once it is painted', async ({ open }) => {
    const page = await open('/waitlist')
    await formHydrated(page)
  })

  test('the path of a missing page is logged', async ({ openBlank }) => {
    const page = await openBlank({ expected: [NOT_FOUND_NOTE] })
    const logged = page.waitForEvent('console', (message) =>
      message.text().includes('/nothing/here'),
    )
    await page.goto('/nothing/here')
    await logged
  })

  test('a click before the scripts have arrived is done when they are there', async ({
    openBlank,
  }) => {
    test.skip(caseStudies.length === 0, 'without case studies, the blog has no tabs')
    const { page } = await openQuiet(openBlank, '/blog')
    const chunks = gate()
    await page.route(CHUNKS, async (route) => {
      await chunks.opened
      await route.continue()
    })
    await page.getByRole('tab', { name: blogTabs.caseStudies }).click()
    await page.waitForTimeout(300)
    await expect(page.getByRole('tabpanel', { name: blogTabs.posts })).toBeVisible()
    chunks.open()
    await expect(page.getByRole('tabpanel', { name: blogTabs.caseStudies })).toBeVisible()
  })

  test.describe('and when no script arrives', () => {
    const openBroken = async (openBlank: OpenBlank, path: string, options?: PageOptions) => {
      const { page } = await openQuiet(openBlank, path, options)
      // the browser's message, and no unhandled rejection
      expectProblems(page, /Failed to load resource/)
      await page.route(CHUNKS, (route) => route.abort())
      return page
    }

    test('the menu opens, and its links lead to other pages', async ({ openBlank }) => {
      const page = await openBroken(openBlank, '/', { viewport: PHONE })
      await page.getByRole('button', { name: chrome.openMenu }).click()
      await page.getByRole('dialog').locator('[href="/about"]').click()
      await page.waitForURL('**/about')
    })

    test('answers, articles and tooltips open', async ({ openBlank }) => {
      test.skip(faq.items.length === 0, 'there is no answer to open')
      const page = await openBroken(openBlank, '/pricing')
      const [item] = faq.items
      await page.getByText(item?.question ?? '').click()
      await expect(page.getByText(item?.answer ?? '')).toBeVisible()
      const { text = '', hint = '' } =
        plans.flatMap(({ features }) => features).find(({ hint }) => hint) ?? {}
      await page.getByRole('button', { name: hintLabel(text) }).click()
      await expect(page.getByText(hint)).toBeVisible()

      await page.goto('/blog')
      await page.getByText(blogWords.readMore).first().click()
      await expect(page.locator('details p').first()).toBeVisible()
    })
  })
})
