import { RESEND_PATH, WAITLIST_PATH } from '@ad-kit/api/contract'
import { describe, expect, test } from 'vitest'
import { useApp } from '../../support/app.ts'
import { bodyOf, formOf, newPerson } from '../../support/people.ts'
import { expectError } from '../../support/responses.ts'

const FRIEND = 'https://friend.example'
const STRANGER = 'https://stranger.example'

describe('a form that a browser sends', () => {
  const app = useApp({ CORS_ORIGIN: FRIEND })

  // Another host of the same domain may have another owner.
  test.each([
    [STRANGER, 'cross-site', 403],
    ['null', 'cross-site', 403],
    [STRANGER, 'same-site', 403],
    [STRANGER, 'same-origin', 201],
    [STRANGER, 'none', 201],
    [STRANGER, 'same-party', 403],
    [STRANGER, 'same-origin, cross-site', 403],
    [STRANGER, '', 403],
    [FRIEND, 'cross-site', 201],
  ])('a signup from %s with Sec-Fetch-Site %s gets %i', async (origin, site, status) => {
    const before = (await app().signups()).length
    const headers = { origin, 'sec-fetch-site': site }
    const response = await app().http.post(WAITLIST_PATH).set(headers).send(bodyOf(newPerson()))
    if (status === 403) expectError(response, 403, 'CROSS_SITE')
    expect(response.status).toBe(status)
    expect(await app().signups()).toHaveLength(status === 201 ? before + 1 : before)
  })
})

describe('a form that a browser sends by plain HTTP, with its origin alone', () => {
  const app = useApp({ CORS_ORIGIN: FRIEND })
  const HOST = 'shop.example:8080'
  const post = (headers: Record<string, string>) =>
    app()
      .http.post(WAITLIST_PATH)
      .set({ host: HOST, ...headers })
  const statusOf = async (headers: Record<string, string>) =>
    (await post(headers).type('form').redirects(0).send(formOf(newPerson()))).status

  test.each([STRANGER, 'http://shop.example', `http://a.${HOST}`, 'null', 'what?'])(
    'a form sent by plain HTTP is refused from %s',
    async (origin) => {
      expect(await statusOf({ origin })).toBe(403)
      expect(await app().signups()).toEqual([])
    },
  )

  test('a form sent by plain HTTP is accepted from here, from CORS_ORIGIN and from a program', async () => {
    expect(await statusOf({ origin: `http://${HOST}` })).toBe(303)
    expect(await statusOf({ origin: FRIEND })).toBe(303)
    expect(await statusOf({})).toBe(303)
  })

  test('JSON is accepted from any origin, because no other website can send it', async () => {
    const response = await post({ origin: 'http://as.before.the.proxy' }).send(bodyOf(newPerson()))
    expect(response.status).toBe(201)
  })
})

describe('a form that a browser sends with its origin alone to a site with SITE_URL', () => {
  const SITE = 'https://shop.example'
  const app = useApp({ CORS_ORIGIN: FRIEND, SITE_URL: `${SITE}/` })

  test.each([
    [WAITLIST_PATH, () => formOf(newPerson())],
    [RESEND_PATH, () => `email=${newPerson().email}`],
  ])(
    'a form to %s is accepted from SITE_URL and not from the host that was sent',
    async (path, form) => {
      const statusOf = async (origin: string, host: string) => {
        const request = app().http.post(path).set({ origin, host }).type('form').redirects(0)
        return (await request.send(form())).status
      }
      expect(await statusOf(SITE, 'api:3000')).toBe(303)
      expect(await statusOf(FRIEND, 'shop.example')).toBe(303)
      // a name of another website that leads to this server (DNS rebinding)
      expect(await statusOf('http://stranger.example', 'stranger.example')).toBe(403)
      expect(await statusOf('https://www.shop.example', 'www.shop.example')).toBe(403)
      expect(await statusOf('http://shop.example', 'shop.example')).toBe(403)
    },
  )
})
