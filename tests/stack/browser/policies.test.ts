import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { afterAll, describe, expect, onTestFinished } from 'vitest'
import { brand } from '../../../web/content/brand.ts'
import { productHunt as badgeWords } from '../../../web/content/home.ts'
import { notices } from '../../../web/content/waitlist.ts'
import { fillForm, submit } from '../../browser/support/form.ts'
import { expectProblems, reportViolations, watch } from '../../browser/support/watch.ts'
import { launchBrowser, NO_BROWSER } from '../../support/browser.ts'
import { newPerson } from '../../support/people.ts'
import { hydrated, ROUTES } from '../../support/routes.ts'
import { NOT_FOUND_NOTE } from '../../support/site.ts'
import { HOST, type SecureStack } from '../support/secure-stack.ts'
import { describeStack, test } from '../support/test.ts'

const BADGE = '<svg xmlns="http://www.w3.org/2000/svg" width="250" height="54"/>'

/** In milliseconds. A busy machine starts containers meanwhile. */
const WAIT = 60_000

/**
 * Chromium drops its connections when any container starts or ends: it takes the container's network
 * for a change of its own. On a loaded machine, the API is sometimes busy (503).
 */
const RETRIED = /net::ERR_(?:NETWORK_CHANGED|CONNECTION_CLOSED)|status of 503/

const describeInBrowser = NO_BROWSER ? describe.skip : describeStack

// What a visitor does on a page is tested in `tests/browser`, with the same policies.
describeInBrowser(
  'the policies of the site in a browser',
  { retry: { count: 4, condition: RETRIED } },
  () => {
    let browser: Browser
    // Product Hunt sends its picture without a Cross-Origin-Resource-Policy header.
    const badgeCookies: (string | undefined)[] = []
    const productHunt = createServer(({ headers, url }, response) => {
      if (url !== '/favicon.ico') badgeCookies.push(headers.cookie)
      response.setHeader('set-cookie', 'visitor=1; Secure; SameSite=None')
      response.setHeader('content-type', 'image/svg+xml').end(BADGE)
    })

    test.beforeAll(async ({ secure }) => {
      const read = (name: string) => readFile(join(secure.certificates, 'site', name))
      productHunt.setSecureContext({
        key: await read('privkey.pem'),
        cert: await read('fullchain.pem'),
      })
      await new Promise<void>((resolve) => productHunt.listen(0, '127.0.0.1', resolve))
      const { port } = productHunt.address() as AddressInfo
      const badge = `${new URL(brand.productHunt.badgeUrl).hostname}:443`
      const hosts = `MAP ${HOST} 127.0.0.1,MAP ${badge} 127.0.0.1:${port}`
      browser = await launchBrowser({ args: [`--host-resolver-rules=${hosts}`] })
    })
    afterAll(async () => {
      await browser?.close()
      productHunt.close()
    })

    /** Does something in a browser that trusts every certificate, and fails at the first problem of a page. */
    async function visit(
      { httpsPort }: SecureStack,
      work: (page: Page) => Promise<unknown>,
      options: BrowserContextOptions = {},
    ): Promise<void> {
      const context = await browser.newContext({
        baseURL: `https://${HOST}:${httpsPort}`,
        ignoreHTTPSErrors: true,
        serviceWorkers: 'block',
        // Without a graphics card, the sky alone takes most of a core.
        reducedMotion: 'reduce',
        ...options,
      })
      onTestFinished(() => context.close())
      context.setDefaultTimeout(WAIT)
      await context.addInitScript(reportViolations)
      const broken = new Promise<never>((_, reject) => {
        watch(context, (problem) => reject(new Error(`The page has a problem: ${problem}`)))
      })
      const page = await context.newPage()
      expectProblems(page, NOT_FOUND_NOTE, new RegExp(`another machine: https://${HOST}:`))
      await Promise.race([work(page), broken])
    }

    async function signUp(page: Page): Promise<void> {
      await fillForm(page, newPerson())
      await submit(page).click()
      await page.getByText(notices.joined.title).first().waitFor()
    }

    test('every page, the badge and a signup work under the policies of the site, isolated from other origins', async ({
      secure,
    }) => {
      await visit(secure, async (page) => {
        await page.goto(brand.productHunt.badgeUrl)
        await page.goto(brand.productHunt.badgeUrl)
        expect(badgeCookies.splice(0).at(-1), 'the browser has a cookie').toBe('visitor=1')
        for (const path of ROUTES) {
          await page.goto(path)
          await hydrated(page)
        }
        await page.goto('/')
        expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true)
        await seeBadge(page)
        await page.goto('/waitlist')
        await hydrated(page)
        await signUp(page)
      })
      expect(new Set(badgeCookies), 'the cookies of the badge').toEqual(new Set([undefined]))
    })
  },
)

async function seeBadge(page: Page): Promise<void> {
  await hydrated(page)
  await page.getByRole('link', { name: badgeWords.label }).scrollIntoViewIfNeeded()
  const badge = page.locator(`img[src="${brand.productHunt.badgeUrl}"]`)
  await expect.poll(() => badge.getAttribute('data-loaded')).toBe('true')
  expect(await badge.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(250)
}
