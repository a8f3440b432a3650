import { WAITLIST_PATH } from '@ad-kit/api/contract'
import { describe, expect, test } from 'vitest'
import { useApp } from '../support/app.ts'
import { bodyOf, somebody } from '../support/people.ts'

const FRIEND = 'https://friend.example'
const STRANGER = 'https://stranger.example'

describe('without CORS_ORIGIN', () => {
  const app = useApp()

  test('another origin may not read a response by default', async () => {
    const { headers } = await app()
      .http.post(WAITLIST_PATH)
      .set('origin', STRANGER)
      .send(bodyOf(somebody()))
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('the preflight of another origin is refused by default', async () => {
    const { status, headers } = await app()
      .http.options(WAITLIST_PATH)
      .set({ origin: STRANGER, 'access-control-request-method': 'POST' })
    expect(status).toBe(405)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('with CORS_ORIGIN', () => {
  const app = useApp({ CORS_ORIGIN: `https://other.example, ${FRIEND}` })
  const preflight = (origin: string) =>
    app().http.options(WAITLIST_PATH).set({
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    })

  test('a page of an origin in CORS_ORIGIN may send the form and read the limit headers', async () => {
    const asked = await preflight(FRIEND)
    expect(asked.status).toBe(204)
    expect(asked.headers['access-control-allow-origin']).toBe(FRIEND)
    expect(asked.headers['access-control-allow-methods']).toContain('POST')

    const sent = await app().http.post(WAITLIST_PATH).set('origin', FRIEND).send(bodyOf(somebody()))
    expect(sent.status).toBe(201)
    expect(sent.headers['access-control-allow-origin']).toBe(FRIEND)
    expect(sent.headers['access-control-expose-headers']).toBe(
      'ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, x-request-id',
    )
    expect(sent.headers['vary']).toContain('Origin')
  })

  test('a page of an origin in CORS_ORIGIN may read errors', async () => {
    const { status, headers } = await app().http.post(WAITLIST_PATH).set('origin', FRIEND).send({})
    expect(status).toBe(400)
    expect(headers['access-control-allow-origin']).toBe(FRIEND)
  })

  test('an origin that is not in CORS_ORIGIN gets no permission', async () => {
    expect((await preflight(STRANGER)).headers).not.toHaveProperty('access-control-allow-origin')
  })
})
