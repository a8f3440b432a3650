import type { Page, Request } from 'playwright'
import { describe, expect, test } from 'vitest'
import { budgets } from '../../../web/budgets.ts'
import { hydrated, ROUTES } from '../../support/routes.ts'
import { NOT_FOUND_NOTE, PHONE, useSite } from '../../support/site.ts'

interface Cost {
  readonly html: number
  readonly scripts: number
  readonly bytes: number
  readonly requests: number
}

/** Requested only by browsers with a window. */
const WINDOW_FILES = ['/favicon.svg', '/site.webmanifest']

const limitOf = (path: string): Cost => ({
  html: budgets.html,
  scripts: budgets.scripts - (path === '/waitlist' ? budgets.questions : 0),
  ...(path === '/' ? budgets.landing : budgets.page),
})

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

/** Everything that the site sends to a visitor who opens the page and does nothing else. */
async function measure(page: Page, path: string): Promise<Cost> {
  const { origin } = new URL(path)
  const finished: Request[] = []
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).origin === origin) finished.push(request)
  })
  await page.goto(path, { waitUntil: 'commit' })
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  for (const file of WINDOW_FILES) {
    const done = page.waitForEvent('requestfinished', (request) => request.url().endsWith(file))
    // The request finishes, and is counted, only when its body is read.
    await page.evaluate(async (path) => (await fetch(path)).arrayBuffer(), file)
    await done
  }
  return costOf(finished)
}

describe('the bytes and requests of each page stay within its budget', () => {
  const { app, open } = useSite()

  test.each(ROUTES)('%s', async (path) => {
    const blank = await open('/robots.txt', { viewport: PHONE, expected: [NOT_FOUND_NOTE] })
    const cost = await measure(blank, new URL(path, app().origin).href)
    const limit = limitOf(path)
    const rows = (Object.keys(limit) as (keyof Cost)[]).map((what) => ({
      what,
      found: cost[what],
      allowed: limit[what],
    }))
    const table = rows.map(({ what, found, allowed }) => `${what}: ${found} of ${allowed}`)
    process.stdout.write(`${path.padEnd(16)} ${table.join(', ')}\n`)

    expect(cost.scripts, 'the page is hydrated').toBeGreaterThan(0)
    expect(
      rows.filter(({ found, allowed }) => found > allowed),
      table.join('\n'),
    ).toEqual([])
  })
})
