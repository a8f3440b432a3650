// Guards visits.

import { VISIT_PATH, WAITLIST_PATH } from '@ad-kit/contract'
import { describe, expect } from 'vitest'
import { NO_SITE } from '../../../api/src/http/pages/site-pages.ts'
import type { TestApp } from '../../support/app.ts'
import { select } from '../../support/database.ts'
import { appWith, test as base } from '../../support/fixtures/database.ts'
import { bodyOf, newPerson } from '../../support/people.ts'

const PAGES = { ...NO_SITE, visited: ['/', '/pricing'] }

const test = base
  .extend(
    'app',
    { scope: 'file' },
    appWith({ RATE_LIMIT_MAX: '1' }, () => ({ pages: PAGES })),
  )
  .extend(
    'site',
    { scope: 'file' },
    appWith({}, () => ({ pages: PAGES })),
  )

/** Sends a beacon of the start script. */
const visit = (app: TestApp, path: string, source = '') =>
  app.http.post(VISIT_PATH).type('form').send({ path, source })

const counted = ({ databaseUrl }: TestApp) =>
  select(databaseUrl, 'SELECT path, source, count::integer FROM visits ORDER BY source, path')

describe('a visit', () => {
  test('page loads are added to the table by page and source, and strange ones are dropped', async ({
    site,
  }) => {
    const sent = [
      visit(site, '/', ' newsletter '),
      visit(site, '/', 'newsletter'),
      visit(site, '/pricing', 'news.example.com'),
      visit(site, '/', '<script>'),
      visit(site, '/pricing/', 'newsletter'),
      visit(site, '/waitlist/data?t=secret'),
      site.http.post(VISIT_PATH).send({ path: '/', source: 5 }),
      site.http.post(VISIT_PATH).send({ path: ['/'], source: 'newsletter' }),
      site.http.post(VISIT_PATH).send({}),
    ]
    for (const { status, text } of await Promise.all(sent))
      expect([status, text]).toEqual([204, ''])
    await expect
      .poll(() => counted(site), { timeout: 10_000 })
      .toEqual([
        { path: '/', source: '', count: 2 },
        { path: '/pricing', source: 'news.example.com', count: 1 },
        { path: '/', source: 'newsletter', count: 2 },
      ])
    await visit(site, '/', 'newsletter')
    await expect
      .poll(() => counted(site), { timeout: 10_000 })
      .toContainEqual({ path: '/', source: 'newsletter', count: 3 })
  })

  test('a browser that sends Sec-GPC, and a visit from another website, are not counted', async ({
    app,
  }) => {
    expect((await visit(app, '/', 'private').set('sec-gpc', '1')).status).toBe(204)
    const elsewhere = await visit(app, '/', 'forged').set('sec-fetch-site', 'cross-site')
    expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'CROSS_SITE'])
    await visit(app, '/', 'public')
    await expect
      .poll(() => counted(app), { timeout: 10_000 })
      .toEqual([{ path: '/', source: 'public', count: 1 }])
  })

  test('visits do not use up the limit of signups', async ({ app }) => {
    for (let n = 0; n < 5; n += 1) expect((await visit(app, '/')).status).toBe(204)
    const { status } = await app.http.post(WAITLIST_PATH).send(bodyOf(newPerson()))
    expect(status).toBe(201)
  })

  test('no table and no line of the log holds what could tell visitors apart', async ({ app }) => {
    const columns = await select<{ name: string }>(
      app.databaseUrl,
      `SELECT attname AS name FROM pg_attribute
       WHERE attrelid = 'visits'::regclass AND attnum > 0 ORDER BY attnum`,
    )
    expect(columns.map(({ name }) => name)).toEqual(['day', 'path', 'source', 'count'])
    await visit(app, '/', 'marked')
      .set('user-agent', 'marked')
      .set('x-forwarded-for', '203.0.113.9')
    expect(app.log.join()).not.toMatch(/marked|203\.0\.113\.9|127\.0\.0\.1"/)
  })
})
