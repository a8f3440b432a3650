import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright'
import { expect, onTestFinished } from 'vitest'
import { brand } from '../../web/content/brand.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
const badgeHost = new URL(brand.productHunt.badgeUrl).host
const BADGE = '<svg xmlns="http://www.w3.org/2000/svg" width="250" height="54"/>'

/** As that of `expect.poll`: a busy machine shows a page slowly. In milliseconds. */
const WAIT = 60_000

const watched = new WeakMap<Page, { expected: RegExp[]; broken: Promise<never> }>()

export interface PageOptions extends BrowserContextOptions {
  /** Console errors that the test expects, such as the browser's message about a 404. */
  readonly expected?: readonly RegExp[]
  /** Runs in the page before its own scripts, for example to remove a feature of the browser. */
  readonly inPage?: () => void
}

/**
 * Opens a page in a new context for one test. The test fails at its end if the page had a console
 * error, an exception, a violation of its policies or a request to another machine.
 *
 * @throws when called outside a test
 */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<Page> {
  const { expected = [], inPage, ...contextOptions } = options
  const context = await browser.newContext({ serviceWorkers: 'block', ...contextOptions })
  context.setDefaultTimeout(WAIT)
  if (inPage) await context.addInitScript(inPage)
  const page = await context.newPage()
  const { problems, report } = await watchPage(page, expected)
  onTestFinished(async () => {
    await context.close()
    expect(problems, `the page had errors: ${problems.join('; ')}`).toEqual([])
  })
  await stayOnThisMachine(context, report)
  return page
}

/** Collects what goes wrong in a page that has not loaded anything yet. */
export async function watchPage(page: Page, expectedFromTheStart: readonly RegExp[]) {
  const expected = [...expectedFromTheStart]
  const problems: string[] = []
  let breakOff: (error: Error) => void = () => {}
  const broken = new Promise<never>((_, reject) => {
    breakOff = reject
  })
  broken.catch(() => {})
  const report = (problem: string) => {
    if (expected.some((pattern) => pattern.test(problem))) return
    problems.push(problem)
    breakOff(new Error(`The page has a problem: ${problem}`))
  }
  const context = page.context()
  await context.addInitScript(reportViolations)
  context.on('weberror', (error) => report(`exception: ${error.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error') report(`console: ${message.text()}`)
  })
  watched.set(page, { expected, broken })
  return { problems, report }
}

/** The test breaks something on purpose: from now on, problems that match belong to it. */
export function expectProblems(page: Page, ...patterns: readonly RegExp[]): void {
  watched.get(page)?.expected.push(...patterns)
}

/** Waits for something in a page, and fails at the page's first problem instead of timing out. */
export const unlessBroken = <T>(page: Page, wait: Promise<T>): Promise<T> =>
  Promise.race([wait, watched.get(page)?.broken ?? wait])

/**
 * Runs in the page before its own scripts. The console does not show every violation; a block by
 * the embedder policy has no event, only a report.
 */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    // biome-ignore lint/suspicious/noConsole: the test listens to the console
    console.error(`Content-Security-Policy: ${violatedDirective} ${blockedURI}`)
  })
  const options = { types: ['csp-violation', 'coep', 'permissions-policy-violation'] }
  new ReportingObserver((reports) => {
    for (const report of reports) {
      // biome-ignore lint/suspicious/noConsole: as above
      console.error(`report of ${report.type}: ${JSON.stringify(report)}`)
    }
  }, options).observe()
}

async function stayOnThisMachine(
  context: BrowserContext,
  report: (problem: string) => void,
): Promise<void> {
  await context.route('**/*', (route: Route) => {
    const { host, hostname, href } = new URL(route.request().url())
    if (LOOPBACK.includes(hostname)) return route.continue()
    if (host === badgeHost) return route.fulfill({ contentType: 'image/svg+xml', body: BADGE })
    report(`request to another machine: ${href}`)
    return route.abort()
  })
}
