import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { brand } from '../../../web/content/brand.ts'
import { productHunt as badgeWords } from '../../../web/content/home.ts'
import { expect, test as site } from '../../browser/support/test.ts'
import { ARGS } from '../../support/browser.ts'
import { hydrated, openStill, ROUTES } from '../../support/routes.ts'
import { stacks } from '../support/shared.ts'

const BADGE = '<svg xmlns="http://www.w3.org/2000/svg" width="250" height="54"/>'

interface ProductHunt {
  readonly port: number
  /** The cookie header of each request for the badge. */
  readonly cookies: (string | undefined)[]
}

const test = site.extend<object, { readonly productHunt: ProductHunt }>({
  /** A server for the badge. Like Product Hunt, it sends the picture without a Cross-Origin-Resource-Policy header. */
  productHunt: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures from it
    async ({}, use) => {
      const read = (name: string) => readFile(join(stacks?.secure.certificates ?? '', 'site', name))
      const cookies: (string | undefined)[] = []
      const options = { key: await read('privkey.pem'), cert: await read('fullchain.pem') }
      const server = createServer(options, ({ headers, url }, response) => {
        if (url !== '/favicon.ico') cookies.push(headers.cookie)
        response.setHeader('set-cookie', 'visitor=1; Secure; SameSite=None')
        response.setHeader('content-type', 'image/svg+xml').end(BADGE)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      await use({ port: (server.address() as AddressInfo).port, cookies })
      server.close()
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, productHunt }, use) => {
      const badge = new URL(brand.productHunt.badgeUrl).hostname
      const rule = `--host-resolver-rules=MAP ${badge}:443 127.0.0.1:${productHunt.port}`
      await use({ ...launchOptions, args: [...ARGS, rule] })
    },
    { scope: 'worker' },
  ],
})

async function seeBadge(page: Page): Promise<void> {
  await hydrated(page)
  await page.getByRole('link', { name: badgeWords.label }).scrollIntoViewIfNeeded()
  const badge = page.locator(`img[src="${brand.productHunt.badgeUrl}"]`)
  await expect(badge).toHaveAttribute('data-loaded', 'true')
  expect(await badge.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(250)
}

test('all pages and the badge obey the site’s policies', async ({ open, productHunt }) => {
  for (const path of ROUTES) await openStill(open, path)

  const page = await open('/')
  await page.context().unrouteAll()
  await page.goto(brand.productHunt.badgeUrl)
  await page.goto(brand.productHunt.badgeUrl)
  expect(productHunt.cookies.splice(0).at(-1), 'the browser has a cookie').toBe('visitor=1')
  await page.goto('/')
  expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true)
  await seeBadge(page)
  expect(new Set(productHunt.cookies), 'the cookies of the badge').toEqual(new Set([undefined]))
})
