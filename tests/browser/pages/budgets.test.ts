import { globSync } from 'node:fs'
import type { Page, Request } from '@playwright/test'
import { QUESTION_NAMES } from '../../../contract/waitlist.ts'
import { budgets } from '../../../web/budgets.ts'
import { ROOT } from '../../support/repository.ts'
import { hydrated, KINDS } from '../../support/routes.ts'
import { NOT_FOUND_NOTE, PHONE } from '../../support/site.ts'
import { expect, test } from '../support/test.ts'

test.use({ reducedMotion: 'no-preference' })

interface Cost {
  readonly html: number
  readonly scripts: number
  readonly bytes: number
  readonly requests: number
}

/** Only some browsers request these files, so the test requests each once and ignores the browser’s requests. */
const WINDOW_FILES = ['/favicon.svg', '/site.webmanifest']

const pages = globSync('web/pages/**/+Page.tsx', { cwd: ROOT, exclude: ['web/pages/_answer'] })
const START = budgets.start.fixed + budgets.start.eachPage * pages.length
const FORM = budgets.form.fixed + budgets.form.eachQuestion * QUESTION_NAMES.length

/**
 * Returns what a page may cost before the visitor shows interest. Only the HTML of /waitlist is limited, because it
 * hydrates immediately.
 * @param fonts - the number of font files; a language can need more than the two that English needs
 */
const limitOf = (path: string, fonts: number) =>
  path === '/waitlist'
    ? { html: budgets.html }
    : {
        html: budgets.html,
        scripts: START,
        bytes: budgets.page.bytes,
        requests: budgets.page.requests + fonts - 2,
      }

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

async function costOf(finished: readonly Request[]): Promise<Cost> {
  const sizes = await Promise.all(
    finished.map(async (request) => ({ type: request.resourceType(), ...(await request.sizes()) })),
  )
  const bodies = (wanted: string) =>
    sum(sizes.filter(({ type }) => type === wanted).map((size) => size.responseBodySize))
  return {
    html: bodies('document'),
    scripts: bodies('script'),
    bytes: sum(sizes.map((size) => size.responseBodySize + size.responseHeadersSize)),
    requests: sizes.length,
  }
}

/** Returns whether the browser itself requests a window file. The test's own requests are of the type `fetch`. */
const isOfBrowser = (request: Request): boolean =>
  WINDOW_FILES.includes(new URL(request.url()).pathname) && request.resourceType() !== 'fetch'

/** Returns the cost of opening the page, and the cost after the visitor has shown interest. */
async function measure(page: Page, path: string): Promise<[before: Cost, after: Cost]> {
  const { origin } = new URL(path)
  const finished: Request[] = []
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).origin === origin && !isOfBrowser(request)) finished.push(request)
  })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  for (const file of WINDOW_FILES) {
    const done = page.waitForEvent(
      'requestfinished',
      (request) => request.url().endsWith(file) && !isOfBrowser(request),
    )
    // A request counts as finished only when its body has been read. It bypasses the cache, which may contain the file.
    const load = async (path: string) => (await fetch(path, { cache: 'no-store' })).arrayBuffer()
    await page.evaluate(load, file)
    await done
  }
  const before = await costOf(finished)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  return [before, await costOf(finished)]
}

test('each kind of page stays within its budget of bytes and requests', async ({
  app,
  openBlank,
}) => {
  test.setTimeout(300_000)
  const measureOne = async (path: string) => {
    const page = await openBlank({ viewport: PHONE, expected: [NOT_FOUND_NOTE] })
    const [before, after] = await measure(page, new URL(path, app.origin).href)
    const fonts = await page.locator('link[rel=preload][as=font]').count()
    await page.context().close()
    process.stdout.write(`${path.padEnd(16)} ${JSON.stringify({ before, after })}\n`)
    for (const [what, limit] of Object.entries(limitOf(path, fonts))) {
      const cost = before[what as keyof Cost]
      expect.soft(cost, `${what} of ${path} before interest`).toBeLessThanOrEqual(limit)
    }
    const scripts = `scripts of ${path}`
    expect
      .soft(after.scripts, scripts)
      .toBeLessThanOrEqual(path === '/waitlist' ? FORM : budgets.scripts)
    expect.soft(after.scripts, `${scripts}, hydrated`).toBeGreaterThan(START)
  }
  // Four pages are measured at the same time, because each spends most of its time waiting until no requests are in
  // flight.
  const paths = KINDS.values()
  const measureNext = async () => {
    for (const path of paths) await measureOne(path)
  }
  await Promise.all(Array.from({ length: 4 }, measureNext))
})
