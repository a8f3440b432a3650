import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { refuseCrossSite } from './cross-site.ts'

const FORM = 'application/x-www-form-urlencoded; charset=utf-8'
const HERE = 'https://shop.example'
const FRIEND = 'https://friend.example'

type Headers = Readonly<Record<string, string>>
type Site = { readonly siteUrl: string | undefined }

function isAccepted(headers: Headers, site: Site = { siteUrl: HERE }): boolean {
  const request = { headers, host: 'localhost:8080' } as unknown as FastifyRequest
  try {
    refuseCrossSite(request, { ...site, corsOrigins: [FRIEND] })
    return true
  } catch (error) {
    expect(error).toMatchObject({ reply: { status: 403, body: { code: 'CROSS_SITE' } } })
    return false
  }
}

describe('the cross-site check', () => {
  test.each([
    ['same-origin', true],
    ['none', true],
    // Another host of the same domain may belong to someone else.
    ['same-site', false],
    ['cross-site', false],
    ['', false],
  ])('a POST with Sec-Fetch-Site “%s” is accepted: %s', (site, accepted) => {
    for (const type of [FORM, 'application/json']) {
      const headers = { 'sec-fetch-site': site, 'content-type': type, origin: HERE }
      expect(isAccepted(headers)).toBe(accepted)
    }
  })

  test('an allowed origin may post a form, and any origin may post JSON, because browsers apply CORS to JSON', () => {
    const friend = { origin: FRIEND, 'content-type': FORM }
    expect(isAccepted(friend)).toBe(true)
    expect(isAccepted({ ...friend, 'sec-fetch-site': 'cross-site' })).toBe(true)
    const json = { origin: 'https://evil.example', 'content-type': 'application/json' }
    expect(isAccepted(json)).toBe(true)
  })
})

describe('a form without Sec-Fetch-Site', () => {
  const form = (origin?: string): Headers => ({ 'content-type': FORM, ...(origin && { origin }) })

  test.each([undefined, HERE])('a form from the origin %s is accepted', (origin) => {
    expect(isAccepted(form(origin))).toBe(true)
  })

  test.each(['null', 'http://shop.example', 'https://www.shop.example', 'http://localhost:8080'])(
    'a form from the origin %s is refused',
    (origin) => {
      expect(isAccepted(form(origin))).toBe(false)
    },
  )

  test('if the site’s address is unknown, a form’s origin must match the host of the request', () => {
    const unknown = { siteUrl: undefined }
    expect(isAccepted(form('http://localhost:8080'), unknown)).toBe(true)
    for (const origin of ['http://localhost', 'http://a.localhost:8080', 'null', 'what?']) {
      expect(isAccepted(form(origin), unknown), origin).toBe(false)
    }
  })
})
