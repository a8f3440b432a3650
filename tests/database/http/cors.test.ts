// Guards own-origin.

import { WAITLIST_PATH } from '@ad-kit/contract'
import { describe, expect } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { appWith, test as base } from '../../support/fixtures/database.ts'
import { bodyOf, newPerson } from '../../support/people.ts'

const FRIEND = 'https://friend.example'
const STRANGER = 'https://stranger.example'

const ALLOW_ORIGIN = 'access-control-allow-origin'

const post = ({ http }: TestApp, origin: string, body: object = bodyOf(newPerson())) =>
  http.post(WAITLIST_PATH).set('origin', origin).send(body)
const preflight = ({ http }: TestApp, origin: string) =>
  http.options(WAITLIST_PATH).set({
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  })

const test = base
  .extend('closed', { scope: 'file' }, appWith({}))
  .extend('app', { scope: 'file' }, appWith({ CORS_ORIGIN: `https://other.example, ${FRIEND}` }))

describe('CORS_ORIGIN', () => {
  test('without CORS_ORIGIN no other origin may send the form or read a response', async ({
    closed,
  }) => {
    const refused = await preflight(closed, STRANGER)
    expect(refused.status).toBe(405)
    for (const { headers } of [refused, await post(closed, STRANGER)]) {
      expect(headers).not.toHaveProperty(ALLOW_ORIGIN)
    }
  })

  test('only a page of an origin in CORS_ORIGIN may send the form, and read limits and errors', async ({
    app,
  }) => {
    const { status, headers } = await preflight(app, FRIEND)
    expect([status, headers[ALLOW_ORIGIN]]).toEqual([204, FRIEND])
    expect(headers['access-control-allow-methods']).toContain('POST')

    const sent = await post(app, FRIEND)
    expect([sent.status, sent.headers[ALLOW_ORIGIN]]).toEqual([201, FRIEND])
    expect(sent.headers['access-control-expose-headers']).toBe(
      'ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, x-request-id',
    )
    expect(sent.headers['vary']).toContain('Origin')

    const refused = await post(app, FRIEND, {})
    expect([refused.status, refused.headers[ALLOW_ORIGIN]]).toEqual([400, FRIEND])
    expect((await preflight(app, STRANGER)).headers).not.toHaveProperty(ALLOW_ORIGIN)
  })
})
