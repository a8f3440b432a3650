import type { BrowserContext, Page } from '@playwright/test'
import { brand } from '../../../web/content/brand.ts'

const LOOPBACK = /^(?:127\.0\.0\.1|\[::1\]|(?:.+\.)?localhost)$/

/** The console errors and problems that a test expects in the pages of a context. */
const expectedIn = new WeakMap<BrowserContext, RegExp[]>()

/**
 * Reports every console error, every exception and every request to another machine. The context must not have any
 * pages yet.
 */
export function watch(context: BrowserContext, report: (problem: string) => void): void {
  const reportUnexpected = (problem: string, url = '') => {
    const expected = expectedIn.get(context) ?? []
    if (expected.some((pattern) => pattern.test(problem))) return
    report(url === '' ? problem : `${problem} at ${url}`)
  }
  const badge = new URL(brand.productHunt.badgeUrl)
  context.on('weberror', (error) => reportUnexpected(`exception: ${error.error().message}`))
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    reportUnexpected(`console: ${message.text()}`, message.location().url)
  })
  context.on('request', (request) => {
    const { protocol, hostname, host, href } = new URL(request.url())
    if (!protocol.startsWith('http') || LOOPBACK.test(hostname) || host === badge.host) return
    reportUnexpected(`request to another machine: ${href}`)
  })
}

/** Ignores matching problems from now on, because the test causes them on purpose. */
export function expectProblems(page: Page, ...patterns: readonly RegExp[]): void {
  const context = page.context()
  expectedIn.set(context, [...(expectedIn.get(context) ?? []), ...patterns])
}

/**
 * Runs in a page before the page's own scripts. The console does not show every policy violation, and what the embedder
 * policy blocks fires no event and only creates a report.
 */
export function reportViolations(): void {
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
