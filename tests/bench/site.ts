/**
 * `npm run bench:site`: Lighthouse on every route, how soon the form can be used, how quick a
 * client navigation is. Measures the stack of `docker-compose.yml`, which it builds and
 * starts, or the running site that SITE_ORIGIN names. A program to read, not a test.
 */
import type { Browser } from 'playwright'
import { freePort } from '../../api/local/ports.ts'
import { paths } from '../../web/content/navigation.ts'
import { launchBrowser } from '../support/browser.ts'
import { median } from '../support/median.ts'
import { bringUp, openStack } from '../support/stack/stack.ts'
import { targetTable } from './report.ts'
import { writeResults } from './results.ts'
import { type Audited, audit, bareBlocking } from './site/lighthouse.ts'
import { mediansOf, type SiteRow, siteTable, targetsOf } from './site/table.ts'
import { formUsable, navigation } from './site/visit.ts'

const ROUNDS = Number(process.env['SITE_ROUNDS'] ?? 5)

const say = (text: string): boolean => process.stdout.write(`${text}\n`)

/** The same in every round: first what is measured of all routes, then of the form. */
async function measureSite(origin: string, browser: Browser, port: number): Promise<void> {
  const routes = Object.values(paths).map((path) => ({
    path,
    audits: [] as Audited[],
    bare: [] as number[],
    navigations: [] as number[],
  }))
  const forms: number[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`round ${round} of ${ROUNDS}`)
    for (const { path, audits, bare, navigations } of routes) {
      audits.push(await audit(origin + path, port))
      bare.push(await bareBlocking(origin + path, port))
      navigations.push(await navigation(browser, origin, path))
    }
    forms.push(await formUsable(browser, origin))
  }

  const rows: SiteRow[] = routes.map(({ path, audits, bare, navigations }) => ({
    path,
    ...mediansOf(audits.map(({ figures }) => figures)),
    bare: median(bare),
    navigation: median(navigations),
  }))
  const targets = targetsOf(rows, median(forms))
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
 * Chromium starts a process for the next page while this one loads. A phone has a core for it;
 * on two cores it takes the processor from the page, whose tasks then last twice as long. As the
 * last switch of its name it counts, and Playwright's own one does not.
 */
const NO_SPARE_PROCESS = '--disable-features=SpareRendererForSitePerProcess'

async function withBrowser(origin: string): Promise<void> {
  const port = await freePort()
  const browser = await launchBrowser({
    windows: true,
    args: [`--remote-debugging-port=${port}`, NO_SPARE_PROCESS],
  })
  try {
    await measureSite(origin, browser, port)
  } finally {
    await browser.close()
  }
}

const running = process.env['SITE_ORIGIN']
if (running) await withBrowser(new URL(running).origin)
else {
  const stack = openStack({ project: `waitlist-test-bench-${process.pid}`, port: await freePort() })
  await bringUp(stack, 'up', '--build', '--detach', '--wait')
  try {
    await withBrowser(stack.url)
  } finally {
    await stack.remove()
  }
}
