// Guards security-headers, page-no-cookies.

import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { afterAll, expect, onTestFinished } from 'vitest'
import { FIELDS } from '../../../contract/waitlist.ts'
import { productHunt as badgeWords } from '../../../web/content/badges.ts'
import { brand } from '../../../web/content/brand.ts'
import { notFound } from '../../../web/content/errors.ts'
import { chrome, joinLink } from '../../../web/content/navigation.ts'
import { form, notices } from '../../../web/content/waitlist.ts'
import { launchBrowser } from '../../support/browser.ts'
import { describeStackInBrowser, test } from '../../support/fixtures/stack.ts'
import { fillForm } from '../../support/form.ts'
import { newPerson } from '../../support/people.ts'
import { hydrated, LINKED, ROUTES } from '../../support/routes.ts'
import { PHONE } from '../../support/site.ts'
import { HOST, type SecureStack } from '../../support/stack/secure-stack.ts'
import { openWatched, unlessBroken } from './watched-page.ts'

const BADGE = '<svg xmlns="http://www.w3.org/2000/svg" width="250" height="54"/>'

/** The browser's messages about a page with status 404 and about a lost connection. */
const OWN_NOTE = /Failed to load resource: .*(?:404|ERR_INTERNET_DISCONNECTED)/

describeStackInBrowser('the policies of the site in a browser', () => {
  let browser: Browser
  // Product Hunt sends its picture without a Cross-Origin-Resource-Policy header.
  const badgeCookies: (string | undefined)[] = []
  const productHunt = createServer(({ headers, url }, response) => {
    if (url !== '/favicon.ico') badgeCookies.push(headers.cookie)
    response.setHeader('set-cookie', 'visitor=1; Secure; SameSite=None')
    response.setHeader('content-type', 'image/svg+xml').end(BADGE)
  })

  test.beforeAll(async ({ secure }) => {
    productHunt.setSecureContext(secure.badge)
    await new Promise<void>((resolve) => productHunt.listen(0, '127.0.0.1', resolve))
    const { port } = productHunt.address() as AddressInfo
    const badge = `${new URL(brand.productHunt.badgeUrl).hostname}:443`
    browser = await launchBrowser({ hosts: { [HOST]: '127.0.0.1', [badge]: `127.0.0.1:${port}` } })
  })
  afterAll(async () => {
    await browser?.close()
    productHunt.close()
  })

  /** Opens a page in a browser that trusts the tests' authority, and collects its errors. */
  const enter = async (secure: SecureStack) => {
    const { page, problems } = await openWatched(browser, { ignoreHTTPSErrors: true }, [
      OWN_NOTE,
      new RegExp(`request to another machine: https://${HOST}:`),
    ])
    const context = page.context()
    onTestFinished(() => context.close())
    return { context, page, problems, go: (path: string) => page.goto(secure.origin + path) }
  }

  test('no action of a visitor violates the policies of the site', async ({ secure }) => {
    const { context, page, problems, go } = await enter(secure)
    await unlessBroken(page, visitEverything(page, context, go))
    expect(problems, problems.join('; ')).toEqual([])

    // A violation would have been reported.
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
    await expect.poll(() => problems.join('\n')).toContain('Content-Security-Policy: style-src')
    await expect.poll(() => problems.join('\n')).toContain('report of csp-violation')
  })

  test('the browser sends Product Hunt no cookies with the badge, even if it has some', async ({
    secure,
  }) => {
    const { page, go } = await enter(secure)
    await page.goto(brand.productHunt.badgeUrl)
    await page.goto(brand.productHunt.badgeUrl)
    expect(badgeCookies.at(-1), 'the browser has a cookie').toBe('visitor=1')
    badgeCookies.length = 0
    await go('/')
    await unlessBroken(page, seeBadge(page))
    expect(badgeCookies).toEqual([undefined])
  })

  test('the page is cross-origin isolated', async ({ secure }) => {
    const { page, go } = await enter(secure)
    await go('/')
    expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true)
  })
})

async function visitEverything(
  page: Page,
  context: BrowserContext,
  go: (path: string) => Promise<unknown>,
): Promise<void> {
  const operated: Operated[] = []
  for (const path of ROUTES) {
    await go(path)
    await hydrated(page)
    operated.push(await operateAll(page))
  }
  for (const kind of ['summaries', 'hints', 'tabs'] as const) {
    const counts = operated.map((on) => on[kind])
    expect(Math.max(...counts), `${kind} that were used`).toBeGreaterThan(0)
  }
  await page.getByText(notFound.title).first().waitFor()

  await go('/')
  await seeBadge(page)
  await followEveryLink(page)
  await openMenu(page)
  await join(page, context)
}

/** The number of controls of each kind on a page. */
type Operated = Readonly<Record<'summaries' | 'hints' | 'tabs', number>>

/** Opens every disclosure, hint and tab, and scrolls to the end of the page. */
async function operateAll(page: Page): Promise<Operated> {
  const main = page.locator('main')
  const summaries = await main.locator('summary').all()
  for (const summary of summaries) await summary.click()
  const hints = await main.locator('button:has(+ [role=tooltip])').all()
  for (const hint of hints) {
    await hint.focus()
    await hint.locator('+ [role=tooltip]').waitFor()
    await page.keyboard.press('Escape')
  }
  const tabs = await main.getByRole('tab').all()
  for (const tab of tabs) await tab.click()
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
  return { summaries: summaries.length, hints: hints.length, tabs: tabs.length }
}

async function seeBadge(page: Page): Promise<void> {
  await hydrated(page)
  await page.getByRole('link', { name: badgeWords.label }).scrollIntoViewIfNeeded()
  const badge = page.locator(`img[src="${brand.productHunt.badgeUrl}"]`)
  await expect.poll(() => badge.getAttribute('data-loaded')).toBe('true')
  expect(await badge.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(250)
}

/** Follows a link to each page by client navigation. */
async function followEveryLink(page: Page): Promise<void> {
  for (const path of LINKED) {
    await page.locator(`a[href="${path}"]:visible`).first().click()
    await page.waitForURL(`**${path}`)
    await page.locator('main h1').waitFor()
  }
}

async function openMenu(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: chrome.openMenu }).click()
  const menu = page.getByRole('dialog', { name: chrome.menu })
  await menu.getByRole('link', { name: joinLink.label }).click()
  await page.waitForURL('**/waitlist')
  await menu.waitFor({ state: 'hidden' })
  if (before) await page.setViewportSize(before)
}

/** Joins with a mistake first, then offline, then correctly. */
async function join(page: Page, context: BrowserContext): Promise<void> {
  const submit = page.getByRole('button', { name: form.submit })
  await fillForm(page, newPerson({ email: 'nobody' }))
  await page.getByText(FIELDS.email.messages.malformed).waitFor()

  await fillForm(page, newPerson())
  await context.setOffline(true)
  await submit.click()
  await page.getByText(notices.failed.title).first().waitFor()

  await context.setOffline(false)
  await page.getByRole('button', { name: notices.dismiss }).click()
  await submit.click()
  await page.getByText(notices.joined.title).waitFor()
}
