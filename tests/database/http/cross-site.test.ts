// Guards own-origin.

import { RESEND_PATH, WAITLIST_PATH } from '@ad-kit/contract'
import { describe, expect } from 'vitest'
import { appWith, test as base } from '../../support/fixtures/database.ts'
import { bodyOf, formOf, newPerson } from '../../support/people.ts'
import { expectError } from '../../support/responses.ts'

const FRIEND = 'https://friend.example'
const STRANGER = 'https://stranger.example'

const SITE = 'https://shop.example'

const test = base
  .extend('app', { scope: 'file' }, appWith({ CORS_ORIGIN: FRIEND }))
  .extend('plain', { scope: 'file' }, appWith({}))
  .extend('withUrl', { scope: 'file' }, appWith({ CORS_ORIGIN: FRIEND, SITE_URL: `${SITE}/` }))

describe('a form that a browser sends', () => {
  test.for([
    [STRANGER, 'cross-site', 403],
    [STRANGER, 'same-origin', 201],
    [FRIEND, 'cross-site', 201],
  ] as const)(
    'a signup from %s with Sec-Fetch-Site %s gets %i',
    async ([origin, site, status], { app }) => {
      const before = (await app.people()).length
      const headers = { origin, 'sec-fetch-site': site }
      const response = await app.http.post(WAITLIST_PATH).set(headers).send(bodyOf(newPerson()))
      if (status === 403) expectError(response, 403, 'CROSS_SITE')
      expect(response.status).toBe(status)
      expect(await app.people()).toHaveLength(status === 201 ? before + 1 : before)
    },
  )
})

describe('a form that a browser sends by plain HTTP, with its origin alone', () => {
  const host = 'shop.example:8080'

  test('a form sent by plain HTTP is accepted from the host of the request alone', async ({
    plain,
  }) => {
    const statusOf = async (origin: string) => {
      const request = plain.http.post(WAITLIST_PATH).set({ host, origin }).type('form').redirects(0)
      return (await request.send(formOf(newPerson()))).status
    }
    expect(await statusOf('http://shop.example')).toBe(403)
    expect(await plain.people()).toEqual([])
    expect(await statusOf(`http://${host}`)).toBe(303)
  })
})

describe('a form that a browser sends with its origin alone to a site with SITE_URL', () => {
  test.for([
    [WAITLIST_PATH, () => formOf(newPerson())],
    [RESEND_PATH, () => `email=${newPerson().email}`],
  ] as const)(
    'a form to %s is accepted from SITE_URL and not from the host that was sent',
    async ([path, form], { withUrl }) => {
      const statusOf = async (origin: string, host: string) => {
        const request = withUrl.http.post(path).set({ origin, host }).type('form').redirects(0)
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
