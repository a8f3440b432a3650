/**
 * `npm run bench:sky`: the processor time of the sky on an idle page, as a share of one core, for
 * the page's process and the compositor's process.
 */
import type { Browser, BrowserContextOptions, CDPSession } from 'playwright'
import { buildApp } from '../../api/src/app.ts'
import { readConfig } from '../../api/src/config.ts'
import { ensureBuilt } from '../../web/serve/build.ts'
import { site } from '../../web/serve/site.ts'
import { launchBrowser } from '../support/browser.ts'

const SECONDS = 20

/** Pages use no database, so there is none at this address. */
const NO_DATABASE = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', LOG_LEVEL: 'silent' }

interface Cost {
  readonly renderer: number
  readonly compositor: number
  /** Only the page's main thread. */
  readonly mainThread: number
}

/** Processor time in seconds so far, by the kind of process. */
async function processorTime(browser: CDPSession): Promise<Map<string, number>> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo')
  const sums = new Map<string, number>()
  for (const { type, cpuTime } of processInfo) sums.set(type, (sums.get(type) ?? 0) + cpuTime)
  return sums
}

async function taskTime(page: CDPSession): Promise<number> {
  const { metrics } = await page.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

async function idle(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
): Promise<Cost> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  const page = await context.newPage()
  await page.route(
    (url) => url.origin !== origin,
    (route) => route.abort(),
  )
  await page.goto(origin, { waitUntil: 'networkidle' })
  await page.waitForTimeout(3000)

  const [whole, own] = [await browser.newBrowserCDPSession(), await context.newCDPSession(page)]
  await own.send('Performance.enable')
  const before = [await processorTime(whole), await taskTime(own)] as const
  await page.waitForTimeout(SECONDS * 1000)
  const after = [await processorTime(whole), await taskTime(own)] as const
  await context.close()

  const share = (type: string) => ((after[0].get(type) ?? 0) - (before[0].get(type) ?? 0)) / SECONDS
  return {
    renderer: share('renderer'),
    compositor: share('GPU'),
    mainThread: (after[1] - before[1]) / SECONDS,
  }
}

const siteDir = await ensureBuilt()
const app = await buildApp(readConfig(NO_DATABASE, { database: true }), { site: site(siteDir) })
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await launchBrowser()
try {
  const percent = (cost: Cost) =>
    Object.fromEntries(
      Object.entries(cost).map(([name, share]) => [name, `${(share * 100).toFixed(2)} %`]),
    )
  console.table({
    twinkling: percent(await idle(browser, origin, {})),
    'reduced motion': percent(await idle(browser, origin, { reducedMotion: 'reduce' })),
  })
} finally {
  await browser.close()
  await app.close()
}
