import type { Browser, Page } from 'playwright'
import { hydrated } from '../../../tests/support/routes.ts'
import { PHONE } from '../../../tests/support/site.ts'
import { pageMeta } from '../../../web/routes/page-meta.ts'

/** Lighthouse's slow 4G: 1.6 Mbit/s, a round trip of 150 ms. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 768_000 / 8,
}

/** A cheap phone is this many times slower than this machine. */
export const SLOWDOWN = 4

/** After this time, the imports of a page's chunk have arrived. In milliseconds. */
const SETTLED = 300

/** Runs before the page's own scripts and notes the time of the form's hydration. */
function noteForm(): void {
  new MutationObserver((_, observer) => {
    if (!document.querySelector<HTMLFormElement>('form[action]')?.noValidate) return
    observer.disconnect()
    Object.assign(window, { usable: performance.now() })
  }).observe(document, { subtree: true, childList: true, attributes: true })
}

/** The time from navigation to the hydrated waitlist form on a slow phone. In milliseconds. */
export async function formUsable(browser: Browser, origin: string): Promise<number> {
  const context = await browser.newContext({ viewport: PHONE })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await page.addInitScript(noteForm)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.goto(`${origin}/waitlist`)
  const usable = await page.waitForFunction(() => Reflect.get(window, 'usable') as number)
  const milliseconds = await usable.jsonValue()
  await context.close()
  return milliseconds
}

/** The time from the click on a link to the frame after the new title. In milliseconds. */
const follow = (page: Page, path: string): Promise<number> =>
  page.evaluate(
    async ([href, title]) => {
      const link = document.querySelector<HTMLAnchorElement>(`a[href="${href}"]`)
      const start = performance.now()
      link?.click()
      while (document.title !== title) await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      return performance.now() - start
    },
    [path, pageMeta(path).title] as const,
  )

/** The time of a client navigation to a page whose chunk is loaded. In milliseconds. */
export async function navigation(browser: Browser, origin: string, path: string): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(origin + (path === '/' ? '/features' : '/'))
  await hydrated(page)
  const fetched = page.waitForEvent('requestfinished', (request) => request.url().endsWith('.js'))
  await page.locator(`a[href="${path}"]:visible`).last().focus()
  await fetched
  await page.waitForTimeout(SETTLED)
  const milliseconds = await follow(page, path)
  await context.close()
  return milliseconds
}
