import { WAITLIST_PATH } from '@ad-kit/api/contract'
import { describe, expect, test } from 'vitest'
import { useApp } from '../support/app.ts'
import { bodyOf, formOf, newPerson } from '../support/people.ts'
import { expectError } from '../support/responses.ts'

const FRIEND = 'https://friend.example'
const STRANGER = 'https://stranger.example'

describe('a form that a browser sends', () => {
  const app = useApp({ CORS_ORIGIN: FRIEND })
  const post = (origin: string, site: string) =>
    app().http.post(WAITLIST_PATH).set({ origin, 'sec-fetch-site': site })

  test('a signup from another website is refused, and nothing is stored', async () => {
    const refused = await post(STRANGER, 'cross-site').send(bodyOf(newPerson()))
    expectError(refused, 403, 'CROSS_SITE')
    expect(await app().signups()).toEqual([])
  })

  test('a signup from a sandboxed page, whose origin is null, is refused', async () => {
    expectError(await post('null', 'cross-site').send(bodyOf(newPerson())), 403, 'CROSS_SITE')
  })

  test('a signup from another host of the same domain is refused, because its owner may be another', async () => {
    expectError(await post(STRANGER, 'same-site').send(bodyOf(newPerson())), 403, 'CROSS_SITE')
  })

  test.each(['same-origin', 'none'])(
    'a signup with Sec-Fetch-Site %s is accepted',
    async (site) => {
      expect((await post(STRANGER, site).send(bodyOf(newPerson()))).status).toBe(201)
    },
  )

  test('a signup from a website in CORS_ORIGIN is accepted', async () => {
    expect((await post(FRIEND, 'cross-site').send(bodyOf(newPerson()))).status).toBe(201)
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

  test('a form from another website is refused however its content type is spelt', async () => {
    const type = 'Application/X-www-form-urlencoded'
    const response = await post({ origin: STRANGER, 'content-type': type }).send(
      formOf(newPerson()),
    )
    expect(response.status).toBe(403)
  })

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
