import { parseArgs } from 'node:util'
import getPort from 'get-port'
import { pages as table } from '../../web/routes/page-table.ts'
import { launchBrowser } from '../browser.ts'
import { audit } from './lighthouse.ts'
import { inTurns, medians, printMissed, printTable } from './rounds.ts'

// `npm run bench:site` runs Lighthouse on every linked page of the site at `--origin URL`, and measures the idle
// landing page. With `--against URL`, it only compares the landing page with that page.

const TEXT = { type: 'string' } as const
const { values } = parseArgs({ options: { against: TEXT, origin: TEXT, rounds: TEXT } })
const { against, origin = 'http://localhost:8080' } = values
const rounds = Number(values.rounds ?? 5)

const LIMITS = { fcp: 900, lcp: 1340, cls: 0.0005, tbt: 20 }

const IDLE = 'ten idle seconds, s of CPU'

/** In milliseconds. By then, the page has loaded and its first animation has ended. */
const SETTLED = 5000

/**
 * Chromium starts a process for the next page while this one loads. On two cores, that doubles the duration of the
 * page's tasks; a phone has a core to spare. Chromium uses the last of several equal switches, so this one replaces
 * Playwright's.
 */
const NO_SPARE_PROCESS = '--disable-features=SpareRendererForSitePerProcess'

const port = await getPort()
const args = [`--remote-debugging-port=${port}`, NO_SPARE_PROCESS]
const browser = await launchBrowser({ windows: true, args })

/**
 * Measures, without throttling, how long a page's main thread works until the page has settled, and how much processor
 * time all of the browser's processes use in the ten idle seconds after that.
 */
async function visit(url: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const session = await browser.newBrowserCDPSession()
  const tab = await context.newCDPSession(page)
  await tab.send('Performance.enable')
  const used = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  }
  await page.goto(url)
  await page.waitForTimeout(SETTLED)
  const { metrics } = await tab.send('Performance.getMetrics')
  const tasks = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  const before = await used()
  await page.waitForTimeout(10_000)
  const seconds = (await used()) - before
  await session.detach()
  await context.close()
  return { 'tasks of the main thread, s': tasks, [IDLE]: seconds }
}

try {
  const landing = against ? [`${origin}/`, against] : [`${origin}/`]
  const steps = [(url: string) => audit(url, port), visit]
  const [own = [], other] = await inTurns(landing, rounds, steps)
  printTable(own, other)
  printMissed('the landing page', medians(own), { ...LIMITS, [IDLE]: 0.5 })
  if (!against) {
    // Pages that are not indexed are left out, because visitors reach them only from an email or the API.
    const linked = table.filter((page) => page.indexed !== false)
    const paths = linked.map(({ path }) => path).filter((path) => path !== '/')
    const pages = await inTurns(paths, rounds, [(path) => audit(origin + path, port)])
    const rows = paths.map((path, index) => [path, medians(pages[index] ?? [])] as const)
    console.table(Object.fromEntries(rows))
    for (const [path, row] of rows) printMissed(path, row, LIMITS)
  }
} finally {
  await browser.close()
}
