/**
 * `npm run bench:site`: Lighthouse on every route that has links, the time until the form can be used, the
 * time of a client navigation, and the frames of a scroll. It builds and starts the stack of
 * `docker-compose.yml`, or measures the running site at SITE_ORIGIN. With `--against URL`, it only
 * compares the landing page with that page.
 */

import { parseArgs } from 'node:util'
import getPort from 'get-port'
import type { Browser } from 'playwright'
import { launchBrowser } from '../../tests/support/browser.ts'
import { median } from '../../tests/support/median.ts'
import { LINKED } from '../../tests/support/routes.ts'
import { bringUp, openStack } from '../../tests/support/stack/stack.ts'
import { targetTable } from './report.ts'
import { writeResults } from './results.ts'
import { type Audited, audit, bareBlocking } from './site/lighthouse.ts'
import { comparePages } from './site/pair.ts'
import { type Scroll, scrolling } from './site/scrolling.ts'
import { mediansOf, type SiteRow, siteTable, targetsOf } from './site/table.ts'
import { formUsable, navigation } from './site/visit.ts'

const ROUNDS = Number(process.env['SITE_ROUNDS'] ?? 5)

const { against } = parseArgs({ options: { against: { type: 'string' } } }).values

const say = (text: string): boolean => process.stdout.write(`${text}\n`)

/** Measures all routes, then the form and a scroll of the landing page, in every round. */
async function measureSite(origin: string, browser: Browser, port: number): Promise<void> {
  const routes = LINKED.map((path) => ({
    path,
    audits: [] as Audited[],
    bare: [] as number[],
    navigations: [] as number[],
  }))
  const forms: number[] = []
  const scrolls: Scroll[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`round ${round} of ${ROUNDS}`)
    for (const { path, audits, bare, navigations } of routes) {
      audits.push(await audit(origin + path, port))
      bare.push(await bareBlocking(origin + path, port))
      navigations.push(await navigation(browser, origin, path))
    }
    forms.push(await formUsable(browser, origin))
    scrolls.push(await scrolling(browser, `${origin}/`))
  }

  const rows: SiteRow[] = routes.map(({ path, audits, bare, navigations }) => ({
    path,
    ...mediansOf(audits.map(({ figures }) => figures)),
    bare: median(bare),
    navigation: median(navigations),
  }))
  const targets = targetsOf(rows, {
    formUsable: median(forms),
    late: median(scrolls.map(({ late }) => late)),
    dropped: median(scrolls.map(({ dropped }) => dropped)),
  })
  say(`\n${siteTable(rows)}\n\n${targetTable(targets)}\n`)
  const failed = new Set(
    routes.flatMap(({ path, audits }) =>
      audits.flatMap((all) => all.failed.map((id) => `${path}: ${id}`)),
    ),
  )
  for (const line of failed) say(`Not passed in some round: ${line}`)
  say(`Written to ${await writeResults('site', { rounds: ROUNDS, rows, targets })}`)
}

/**
 * Chromium starts a process for the next page while this one loads. On two cores, it doubles the
 * duration of the page's tasks; a phone has a core for it. Chromium uses the last switch of a name,
 * so this one replaces Playwright's.
 */
const NO_SPARE_PROCESS = '--disable-features=SpareRendererForSitePerProcess'

async function withBrowser(origin: string): Promise<void> {
  const port = await getPort()
  const browser = await launchBrowser({
    windows: true,
    args: [`--remote-debugging-port=${port}`, NO_SPARE_PROCESS],
  })
  try {
    if (against) say(targetTable(await comparePages(`${origin}/`, against, port, ROUNDS)))
    else await measureSite(origin, browser, port)
  } finally {
    await browser.close()
  }
}

const running = process.env['SITE_ORIGIN']
if (running) await withBrowser(new URL(running).origin)
else {
  const stack = openStack({ project: `waitlist-test-bench-${process.pid}`, port: await getPort() })
  await bringUp(stack, 'up', '--build', '--detach', '--wait')
  try {
    await withBrowser(stack.url)
  } finally {
    await stack.remove()
  }
}
