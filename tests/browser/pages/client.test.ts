import type { Page } from '@playwright/test'
import { describe, expect } from 'vitest'
import { blogTabs, blogWords } from '../../../web/content/blog.ts'
import { faq } from '../../../web/content/faq.ts'
import { chrome } from '../../../web/content/navigation.ts'
import { hintLabel, plans } from '../../../web/content/plans.ts'
import { expectProblems, type PageOptions } from '../../support/browser-page.ts'
import { type Open, test } from '../../support/fixtures/browser.ts'
import { formHydrated } from '../../support/form.ts'
import { CHUNKS, gate } from '../../support/gate.ts'
import { hydrated } from '../../support/routes.ts'
import { watchScripts } from '../../support/scripts.ts'
import { MISSING_CHUNK, NOT_FOUND_NOTE, PHONE } from '../../support/site.ts'

describe('until a visitor shows interest', () => {
  /** A page of which only the start script has run. */
  const openQuiet = async (open: Open, path: string, options?: PageOptions) => {
    const blank = await open('/robots.txt', options)
    const scripts = watchScripts(blank)
    await blank.goto(new URL(path, blank.url()).href, { waitUntil: 'networkidle' })
    return { page: blank, scripts }
  }

  test.for<[string, (page: Page) => Promise<unknown>]>([
    ['a pointer', ({ mouse }) => mouse.move(200, 200)],
    ['a touch', ({ touchscreen }) => touchscreen.tap(200, 500)],
    ['a key', ({ keyboard }) => keyboard.press('Shift')],
    ['the wheel', ({ mouse }) => mouse.wheel(0, 300)],
    ['a focus', (page) => page.locator('main a').first().focus()],
  ])('a page runs one script, and %s hydrates it', async ([, act], { open }) => {
    const { page, scripts } = await openQuiet(open, '/', { hasTouch: true })
    await page.waitForTimeout(500)
    expect(scripts).toHaveLength(1)
    await act(page)
    const scrolling = () => page.evaluate(() => window.history.scrollRestoration)
    await expect.poll(scrolling).toBe('manual')
    expect(scripts.length).toBeGreaterThan(1)
  })

  test('a page that was reloaded further down is hydrated where it is', async ({ open }) => {
    const { page } = await openQuiet(open, '/')
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

  test('the path of a missing page is logged', async ({ open }) => {
    const blank = await open('/robots.txt', { expected: [NOT_FOUND_NOTE] })
    const logged = blank.waitForEvent('console', (message) =>
      message.text().includes('/nothing/here'),
    )
    await blank.goto(new URL('/nothing/here', blank.url()).href)
    await logged
  })

  test('a click before the scripts have arrived is done when they are there', async ({ open }) => {
    const { page } = await openQuiet(open, '/blog')
    const chunks = gate()
    await page.route(CHUNKS, async (route) => {
      await chunks.opened
      await route.continue()
    })
    await page.getByRole('tab', { name: blogTabs.caseStudies }).click()
    await page.waitForTimeout(300)
    expect(await page.getByRole('tabpanel', { name: blogTabs.posts }).isVisible()).toBe(true)
    chunks.open()
    await page.getByRole('tabpanel', { name: blogTabs.caseStudies }).waitFor()
  })

  describe('and when no script arrives', () => {
    const openBroken = async (open: Open, path: string, options?: PageOptions) => {
      const { page } = await openQuiet(open, path, options)
      expectProblems(page, ...MISSING_CHUNK)
      await page.route(CHUNKS, (route) => route.abort())
      return page
    }

    test('the menu opens, and its links lead to other pages', async ({ open }) => {
      const page = await openBroken(open, '/', { viewport: PHONE })
      await page.getByRole('button', { name: chrome.openMenu }).click()
      await page.getByRole('dialog').locator('[href="/about"]').click()
      await page.waitForURL('**/about')
    })

    test('answers, articles and tooltips open', async ({ open }) => {
      const page = await openBroken(open, '/pricing')
      const [item] = faq.items
      await page.getByText(item?.question ?? '').click()
      await page.getByText(item?.answer ?? '').waitFor()
      const { text = '', hint = '' } =
        plans.flatMap(({ features }) => features).find(({ hint }) => hint) ?? {}
      await page.getByRole('button', { name: hintLabel(text) }).click()
      await page.getByText(hint).waitFor()

      await page.goto(new URL('/blog', page.url()).href)
      await page.getByText(blogWords.readMore).first().click()
      await page.locator('details p').first().waitFor()
    })
  })
})
