import { parseArgs } from 'node:util'
import getPort from 'get-port'
import type { Browser } from 'playwright'
import { launchBrowser } from '../../tests/support/browser.ts'
import { LINKED } from '../../tests/support/routes.ts'
import { type Figures, inTurns, medians, printMissed, printTable } from './rounds.ts'
import { idle } from './site/idle.ts'
import { audit, bareBlocking } from './site/lighthouse.ts'
import { scrolling } from './site/scrolling.ts'
import { formUsable, navigation } from './site/visit.ts'

// `npm run bench:site`: Lighthouse and a client navigation on every route that has links, the form and
// a scroll on a slow phone, and the idle landing page, of the site that runs at `--origin URL`. With
// `--against URL`, it only compares the landing page with that page.

const TEXT = { type: 'string' } as const
const { values } = parseArgs({ options: { against: TEXT, origin: TEXT, rounds: TEXT } })
const { against, origin = 'http://localhost:8080' } = values
const rounds = Number(values.rounds ?? 5)

const LIMITS = { fcp: 900, lcp: 1340, cls: 0.0005, navigation: 100 }

const IDLE_LIMIT = { 'ten idle seconds, s of CPU': 0.3 }

const PHONE_LIMITS = { 'form usable, ms': 2500, 'late frames, %': 10, 'dropped frames, %': 1 }

/** A page blocks for at most 1.5 times what it does without its scripts, or 20 ms. */
const limitsOf = ({ bare = 0 }: Figures) => ({ ...LIMITS, tbt: Math.max(1.5 * bare, 20) })

/**
 * Chromium starts a process for the next page while this one loads. On two cores, it doubles the
 * duration of the page's tasks; a phone has a core for it. Chromium uses the last switch of a name,
 * so this one replaces Playwright's.
 */
const NO_SPARE_PROCESS = '--disable-features=SpareRendererForSitePerProcess'

async function measurePages(browser: Browser, port: number): Promise<void> {
  const pages = await inTurns(LINKED, rounds, [
    (path) => audit(origin + path, port),
    async (path) => ({
      bare: await bareBlocking(origin + path, port),
      navigation: await navigation(browser, origin, path),
    }),
  ])
  const rows = LINKED.map((path, index) => [path, medians(pages[index] ?? [])] as const)
  console.table(Object.fromEntries(rows))
  for (const [path, row] of rows) printMissed(path, row, limitsOf(row))
}

const idleOf = (browser: Browser) => async (url: string) => ({
  'ten idle seconds, s of CPU': await idle(browser, url),
})

async function measureIdle(browser: Browser): Promise<void> {
  const [found = []] = await inTurns([`${origin}/`], rounds, [idleOf(browser)])
  printTable(found)
  printMissed('an idle page', medians(found), IDLE_LIMIT)
}

async function measurePhone(browser: Browser): Promise<void> {
  const [found = []] = await inTurns([origin], rounds, [
    async () => ({ 'form usable, ms': await formUsable(browser, origin) }),
    () => scrolling(browser, `${origin}/`),
  ])
  printTable(found)
  printMissed('a slow phone', medians(found), PHONE_LIMITS)
}

const port = await getPort()
const args = [`--remote-debugging-port=${port}`, NO_SPARE_PROCESS]
const browser = await launchBrowser({ windows: true, args })
try {
  if (against) {
    const steps = [(url: string) => audit(url, port), idleOf(browser)]
    const [own = [], other] = await inTurns([`${origin}/`, against], rounds, steps)
    printTable(own, other)
  } else {
    await measurePages(browser, port)
    await measurePhone(browser)
    await measureIdle(browser)
  }
} finally {
  await browser.close()
}
