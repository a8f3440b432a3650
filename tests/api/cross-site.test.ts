import { WAITLIST_PATH } from '@ad-kit/api/contract'
import { describe, expect, test } from 'vitest'
import { expectError } from '../support/answers.ts'
import { useApp } from '../support/app.ts'
import { bodyOf, formOf, somebody } from '../support/people.ts'

const FRIEND = 'https://friend.example'
const STRANGER = 'https://stranger.example'

describe('a form that a browser sends', () => {
  const app = useApp({ CORS_ORIGIN: FRIEND })
  const post = (origin: string, site: string) =>
    app().http.post(WAITLIST_PATH).set({ origin, 'sec-fetch-site': site })

  test('from another website is refused, and nothing is kept', async () => {
    const refused = await post(STRANGER, 'cross-site').send(bodyOf(somebody()))
    expectError(refused, 403, 'CROSS_SITE')
    expect(await app().signups()).toEqual([])
  })

  test('from nowhere, as out of a sandbox, is refused too', async () => {
    expectError(await post('null', 'cross-site').send(bodyOf(somebody())), 403, 'CROSS_SITE')
  })

  test('without JavaScript comes back with what was typed, to be sent from here', async () => {
    const { status, type, text } = await post(STRANGER, 'cross-site')
      .type('form')
      .send(formOf(somebody({ company: 'Ham Ltd.' })))
    expect(status).toBe(403)
    expect(type).toBe('text/html')
    expect(text).toContain('This was sent from another website.')
    expect(text).toContain('value="Ham Ltd."')
    expect(text).toContain(`action="${WAITLIST_PATH}"`)
  })

  test.each(['same-origin', 'same-site', 'none'])('%s is taken', async (site) => {
    expect((await post(STRANGER, site).send(bodyOf(somebody()))).status).toBe(201)
  })

  test('from a website that is listed is taken', async () => {
    expect((await post(FRIEND, 'cross-site').send(bodyOf(somebody()))).status).toBe(201)
  })
})
