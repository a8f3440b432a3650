import { WAITLIST_PATH } from '@ad-kit/contract'
import { expect } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { expectError } from '../support/responses.ts'
import { appWith, test as base } from '../support/test.ts'

const FRIEND = 'https://friend.example'
const STRANGER = 'https://stranger.example'

const ALLOW_ORIGIN = 'access-control-allow-origin'

const test = base
  .extend('app', { scope: 'file' }, appWith({ CORS_ORIGIN: `https://other.example, ${FRIEND}` }))
  .extend('closed', { scope: 'file' }, appWith({}))

const post = ({ http }: TestApp, origin: string, body: object = bodyOf(newPerson())) =>
  http.post(WAITLIST_PATH).set({ origin, 'sec-fetch-site': 'cross-site' }).send(body)
const preflight = ({ http }: TestApp, origin: string) =>
  http.options(WAITLIST_PATH).set({
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  })

test('only pages from an origin in CORS_ORIGIN may send the form', async ({ app, closed }) => {
  const asked = await preflight(app, FRIEND)
  expect([asked.status, asked.headers[ALLOW_ORIGIN]]).toEqual([204, FRIEND])
  expect(asked.headers['access-control-allow-methods']).toContain('POST')
  const sent = await post(app, FRIEND)
  expect([sent.status, sent.headers[ALLOW_ORIGIN]]).toEqual([201, FRIEND])
  expect(sent.headers['access-control-expose-headers']).toBe(
    'ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, x-request-id',
  )
  expect(sent.headers['vary']).toContain('Origin')
  const refused = await post(app, FRIEND, {})
  expect([refused.status, refused.headers[ALLOW_ORIGIN]]).toEqual([400, FRIEND])

  for (const [other, origin] of [
    [app, STRANGER],
    [closed, FRIEND],
  ] as const) {
    expect((await preflight(other, origin)).headers).not.toHaveProperty(ALLOW_ORIGIN)
    const stranger = await post(other, origin)
    expectError(stranger, 403, 'CROSS_SITE')
    expect(stranger.headers).not.toHaveProperty(ALLOW_ORIGIN)
  }
  expect(await app.people()).toHaveLength(1)
})
