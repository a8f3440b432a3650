import { VISIT_PATH } from '@ad-kit/contract'
import { describe, expect } from 'vitest'
import { NO_SITE } from '../../../api/src/http/pages.ts'
import type { TestApp } from '../../support/app.ts'
import { select } from '../../support/database.ts'
import { appWith, test as base } from '../support/test.ts'

const PAGES = { ...NO_SITE, visited: ['/', '/pricing'] }

const test = base.extend(
  'app',
  { scope: 'file' },
  appWith({}, () => ({ pages: PAGES })),
)

const visit = (app: TestApp, path: string, source = '') =>
  app.http.post(VISIT_PATH).type('form').send({ path, source })

const expectCounted = ({ databaseUrl }: TestApp, counts: readonly object[]) =>
  expect
    .poll(
      () =>
        select(
          databaseUrl,
          'SELECT path, source, count::integer FROM visits ORDER BY source, path',
        ),
      { timeout: 10_000 },
    )
    .toEqual(counts)

describe('a visit', () => {
  test.beforeEach(({ app }) => select(app.databaseUrl, 'DELETE FROM visits'))

  test('visits are counted by page and source, and are not logged', async ({ app }) => {
    const sent = [
      visit(app, '/', ' newsletter '),
      visit(app, '/', 'newsletter'),
      visit(app, '/pricing', 'news.example.com').set({
        'user-agent': 'marked',
        'x-forwarded-for': '203.0.113.9',
      }),
      visit(app, '/', '<script>'),
      visit(app, '/pricing/', 'newsletter'),
      visit(app, '/waitlist/data?t=secret'),
      app.http.post(VISIT_PATH).send({ path: '/', source: 5 }),
      app.http.post(VISIT_PATH).send({ path: ['/'], source: 'newsletter' }),
      app.http.post(VISIT_PATH).send({}),
    ]
    for (const { status, text } of await Promise.all(sent))
      expect([status, text]).toEqual([204, ''])
    const counts = (newsletter: number) => [
      { path: '/', source: '', count: 2 },
      { path: '/pricing', source: 'news.example.com', count: 1 },
      { path: '/', source: 'newsletter', count: newsletter },
    ]
    await expectCounted(app, counts(2))
    await visit(app, '/', 'newsletter')
    await expectCounted(app, counts(3))
    expect(app.log.join()).not.toMatch(/marked|news|203\.0\.113\.9|127\.0\.0\.1"/)
  })

  test('visits with Sec-GPC or from another website are not counted', async ({ app }) => {
    expect((await visit(app, '/', 'private').set('sec-gpc', '1')).status).toBe(204)
    const elsewhere = await visit(app, '/', 'forged').set('sec-fetch-site', 'cross-site')
    expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'CROSS_SITE'])
    await visit(app, '/', 'public')
    await expectCounted(app, [{ path: '/', source: 'public', count: 1 }])
  })
})
