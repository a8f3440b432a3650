// Guards own-origin.

import { RESEND_PATH, WAITLIST_PATH } from '@ad-kit/contract'
import { expect } from 'vitest'
import { appWith, test as base } from '../../support/fixtures/database.ts'
import { bodyOf, formOf, newPerson } from '../../support/people.ts'
import { expectError } from '../../support/responses.ts'

const FRIEND = 'https://friend.example'
const SITE = 'https://shop.example'

const test = base.extend(
  'app',
  { scope: 'file' },
  appWith({ CORS_ORIGIN: FRIEND, SITE_URL: `${SITE}/` }),
)

test('a signup from another site is refused and stored nowhere, unless CORS_ORIGIN has it', async ({
  app,
}) => {
  const join = (origin: string) =>
    app.http
      .post(WAITLIST_PATH)
      .set({ origin, 'sec-fetch-site': 'cross-site' })
      .send(bodyOf(newPerson()))
  expectError(await join('https://stranger.example'), 403, 'CROSS_SITE')
  expect(await app.people()).toEqual([])
  expect((await join(FRIEND)).status).toBe(201)
})

test.for([
  [WAITLIST_PATH, () => formOf(newPerson())],
  [RESEND_PATH, () => `email=${newPerson().email}`],
] as const)(
  'a form to %s with its origin alone is accepted from SITE_URL, not from the host that was sent',
  async ([path, form], { app }) => {
    const statusOf = async (origin: string, host: string) => {
      const request = app.http.post(path).set({ origin, host }).type('form').redirects(0)
      return (await request.send(form())).status
    }
    expect(await statusOf(SITE, 'api:3000')).toBe(303)
    // a name of another website that leads to this server (DNS rebinding)
    expect(await statusOf('http://stranger.example', 'stranger.example')).toBe(403)
  },
)
