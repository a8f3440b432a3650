// Guards own-origin.

import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { refuseCrossSite } from './cross-site.ts'

const FORM = 'application/x-www-form-urlencoded; charset=utf-8'
const HERE = 'https://shop.example'
const FRIEND = 'https://friend.example'

type Headers = Readonly<Record<string, string>>

/** Whether a post with these headers is accepted by the site at `HERE`. */
function isAccepted(headers: Headers): boolean {
  const request = { headers, host: 'localhost:8080' } as unknown as FastifyRequest
  try {
    refuseCrossSite(request, { siteUrl: HERE, corsOrigins: [FRIEND] })
    return true
  } catch (error) {
    expect(error).toMatchObject({ reply: { status: 403, body: { code: 'CROSS_SITE' } } })
    return false
  }
}

describe('a post', () => {
  test.each([
    ['same-origin', true],
    ['none', true],
    // another host of the same domain may have another owner
    ['same-site', false],
    ['cross-site', false],
    ['a-word-of-the-future', false],
    ['same-origin, cross-site', false],
    ['', false],
  ])('whose browser names its source as %s is accepted: %s', (site, accepted) => {
    for (const type of [FORM, 'application/json']) {
      const headers = { 'sec-fetch-site': site, 'content-type': type, origin: HERE }
      expect(isAccepted(headers)).toBe(accepted)
    }
  })

  test('from an origin that may call the API is accepted', () => {
    const headers = { origin: FRIEND, 'content-type': FORM }
    expect(isAccepted(headers)).toBe(true)
    expect(isAccepted({ ...headers, 'sec-fetch-site': 'cross-site' })).toBe(true)
  })

  test('as JSON is accepted from any origin, because that needs CORS', () => {
    const headers = { origin: 'https://evil.example', 'content-type': 'application/json' }
    expect(isAccepted(headers)).toBe(true)
  })
})

describe('a form of a browser that does not name its source', () => {
  const form = (origin?: string): Headers => ({ 'content-type': FORM, ...(origin && { origin }) })

  test.each([undefined, HERE])('is accepted with the origin %s', (origin) => {
    expect(isAccepted(form(origin))).toBe(true)
  })

  test.each([
    'https://evil.example',
    'null',
    'http://shop.example',
    'https://www.shop.example',
    'http://localhost:8080',
  ])('is refused with the origin %s, whatever name of this server it was sent to', (origin) => {
    expect(isAccepted(form(origin))).toBe(false)
  })

  test('is compared with the host of the request when the address of the site is unknown', () => {
    const accepted = (origin: string) => {
      const request = { headers: form(origin), host: 'localhost:8080' }
      return () =>
        refuseCrossSite(request as unknown as FastifyRequest, {
          siteUrl: undefined,
          corsOrigins: [],
        })
    }
    expect(accepted('http://localhost:8080')).not.toThrow()
    for (const origin of ['http://localhost', 'http://a.localhost:8080', 'null', 'what?']) {
      expect(accepted(origin), origin).toThrow('CROSS_SITE')
    }
  })
})
