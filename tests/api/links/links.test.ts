import {
  DONE_PATHS,
  LINK_PATHS,
  RESEND_PATH,
  RESENT,
  TOKEN,
  WAITLIST_PATH,
} from '@ad-kit/api/contract'
import { describe, expect, test } from 'vitest'
import { hashToken } from '../../../api/src/links/tokens.ts'
import { useApp } from '../../support/app.ts'
import { select } from '../../support/database.ts'
import { createToken } from '../../support/links.ts'
import { bodyOf, newPerson, SECRETS, secretive } from '../../support/people.ts'
import { comparable, expectError } from '../../support/responses.ts'

const FORM = 'application/x-www-form-urlencoded'
const ONE_CLICK = 'List-Unsubscribe=One-Click'
const UNKNOWN = 'A'.repeat(43)

type Link = keyof typeof LINK_PATHS

describe('behind the links of a mail', () => {
  const app = useApp()
  const limited = useApp({ RATE_LIMIT_MAX: '1' })
  const sql = (text: string, values: readonly string[] = []) =>
    select(app().databaseUrl, text, values)

  /** A person on the list, with the token of a mail. */
  async function join(person = newPerson()) {
    await app().http.post(WAITLIST_PATH).send(bodyOf(person)).expect(201)
    return { person, token: await createToken(app().databaseUrl, person.email) }
  }
  const rowOf = async (email: string) =>
    (await app().signups()).find((row) => row.email_key === email)
  const tasksOf = (email: string) =>
    sql('SELECT kind, about FROM outbox WHERE email_key = $1 ORDER BY kind, about', [email])

  /** Presses the button of a page without JavaScript. */
  const press = (link: Link, token: string, body = '', prefix = '') =>
    app()
      .http.post(prefix + LINK_PATHS[link])
      .query({ [TOKEN]: token })
      .set({ 'content-type': FORM, accept: 'text/html,*/*;q=0.8' })
      .redirects(0)
      .send(body)
  const destination = async (...args: Parameters<typeof press>) => {
    const { status, headers } = await press(...args)
    return [status, headers['location']]
  }

  test('a person confirms, and pressing the button again changes nothing', async () => {
    const { person, token } = await join()
    expect(await destination('confirm', token)).toEqual([303, DONE_PATHS.confirmed])
    const first = (await rowOf(person.email))?.['confirmed_at']
    expect(first).toBeInstanceOf(Date)
    expect(await destination('confirm', token)).toEqual([303, DONE_PATHS.confirmed])
    expect((await rowOf(person.email))?.['confirmed_at']).toEqual(first)
    expect(await tasksOf(person.email)).toEqual([{ kind: 'webhook', about: 'confirmed' }])
  })

  test('a link confirms for 7 days, and leaves after them', async () => {
    const { person, token } = await join()
    const age = (days: number) =>
      sql(`UPDATE links SET created_at = now() - interval '${days} days' WHERE email_key = $1`, [
        person.email,
      ])
    await age(7.01)
    expect(await destination('confirm', token)).toEqual([303, DONE_PATHS.expired])
    expect((await rowOf(person.email))?.['confirmed_at']).toBeNull()
    expect(await destination('leave', token)).toEqual([303, DONE_PATHS.left])
    await age(6.99)
    expect(await destination('confirm', token)).toEqual([303, DONE_PATHS.confirmed])
  })

  test('a person leaves by the button of the page', async () => {
    const { person, token } = await join()
    expect(await destination('leave', token)).toEqual([303, DONE_PATHS.left])
    expect((await rowOf(person.email))?.['left_at']).toBeInstanceOf(Date)
  })

  const multipart = [
    '--border',
    'Content-Disposition: form-data; name="List-Unsubscribe"',
    '',
    'One-Click',
    '--border--',
    '',
  ].join('\r\n')

  test.each([
    ['a form', FORM, ONE_CLICK],
    ['a multipart form', 'multipart/form-data; boundary=border', multipart],
  ])('one click in a mail program leaves by %s, twice, from any website', async (_, type, body) => {
    const { person, token } = await join()
    for (const link of [token, token, UNKNOWN]) {
      const response = await app()
        .http.post(LINK_PATHS.leave)
        .query({ [TOKEN]: link })
        .set({
          'content-type': type,
          origin: 'https://mail.example',
          'sec-fetch-site': 'cross-site',
        })
        .redirects(0)
        .send(body)
      expect([response.status, response.body]).toEqual([200, { status: 'left' }])
      expect(response.headers['set-cookie']).toBeUndefined()
    }
    expect((await rowOf(person.email))?.['left_at']).toBeInstanceOf(Date)
    expect(await tasksOf(person.email)).toEqual([{ kind: 'webhook', about: 'left' }])
  })

  test('a multipart form that cannot be read is refused', async () => {
    const response = await app()
      .http.post(`/api${LINK_PATHS.leave}`)
      .set('content-type', 'multipart/form-data')
      .send('One-Click')
    expectError(response, 400, 'BODY_MALFORMED')
  })

  test('an erasure is left to the worker, once', async () => {
    const { person, token } = await join()
    expect(await destination('erase', token)).toEqual([303, DONE_PATHS.erased])
    expect(await destination('erase', token)).toEqual([303, DONE_PATHS.erased])
    expect(await tasksOf(person.email)).toEqual([{ kind: 'erase', about: '' }])
  })

  test('a person sees every answer, every time and every mail, as JSON', async () => {
    const { person, token } = await join()
    await sql(
      `INSERT INTO outbox (kind, email_key, finished_at, outcome)
       VALUES ('confirm', $1, '2026-01-02T03:04:05Z', 'sent')`,
      [person.email],
    )
    await press('confirm', token)
    const { status, type, body } = await app()
      .http.post(`/api${LINK_PATHS.data}?${TOKEN}=${token}`)
      .set('accept', 'application/json')
    expect([status, type]).toEqual([200, 'application/json'])
    const { website: _, ...answers } = person
    expect(body).toMatchObject({
      ...answers,
      joined_at: expect.stringMatching(/^\d{4}-.+Z$/),
      confirmed_at: expect.stringMatching(/^\d{4}-.+Z$/),
      agreed_to: expect.any(String),
      mails: [{ kind: 'confirm', sent_at: '2026-01-02T03:04:05.000Z' }],
    })
    expect(body).not.toHaveProperty('left_at')
  })

  test('without JavaScript the data is a page with its download and its erasure', async () => {
    const { person, token } = await join(newPerson({ company: '<b>Ham & Eggs' }))
    const { status, type, text, headers } = await press('data', token)
    expect([status, type]).toEqual([200, 'text/html'])
    expect(text).toContain(`<dd>${person.email}</dd>`)
    expect(text).toContain('<dd>&lt;b&gt;Ham &amp; Eggs</dd>')
    expect(text).toContain(`action="${LINK_PATHS.erase}?${TOKEN}=${token}"`)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })

    const file = await press('data', token, 'as=file')
    expect(file.headers).toMatchObject({
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    })
    expect(JSON.parse(file.text)).toMatchObject({ email: person.email, company: person.company })
  })

  test.each(['', 'x', UNKNOWN, `${UNKNOWN}A`])('the token "%s" opens nothing', async (token) => {
    for (const link of ['confirm', 'leave', 'erase', 'data'] as const) {
      expect(await destination(link, token), link).toEqual([303, DONE_PATHS.expired])
    }
    const response = await app()
      .http.post(`/api${LINK_PATHS.data}`)
      .query({ [TOKEN]: token })
    expectError(response, 404, 'NOT_FOUND')
  })

  test('a token opens nothing for a person in quarantine', async () => {
    const { token } = await join(newPerson({ website: 'https://example.com' }))
    expect(await destination('data', token)).toEqual([303, DONE_PATHS.expired])
  })

  test.each(Object.values(LINK_PATHS))(
    'a GET of /api%s is refused and changes nothing',
    async (path) => {
      const { person, token } = await join()
      const response = await app()
        .http.get(`/api${path}`)
        .query({ [TOKEN]: token })
      expectError(response, 405, 'METHOD_NOT_ALLOWED')
      expect(response.headers['allow']).toBe('POST')
      expect(await rowOf(person.email)).toMatchObject({ confirmed_at: null, left_at: null })
      expect(await tasksOf(person.email)).toEqual([])
    },
  )

  test('the address of a page and the one below /api do the same', async () => {
    const { token } = await join()
    expect(await destination('confirm', token, '', '/api')).toEqual([303, DONE_PATHS.confirmed])
    expect(await destination('confirm', token)).toEqual([303, DONE_PATHS.confirmed])
  })

  test('every response at these addresses keeps the token out of Referer', async () => {
    const { token } = await join()
    const responses = await Promise.all([
      ...(['confirm', 'leave', 'erase', 'data'] as const).map((link) => press(link, token)),
      press('confirm', token, 'a=%'),
    ])
    for (const { headers } of responses) expect(headers['referrer-policy']).toBe('no-referrer')
  })

  test('another mail is asked for with the same response for known and unknown addresses', async () => {
    const { person } = await join()
    await sql('TRUNCATE arrivals')
    const ask = (email: string) => app().http.post(RESEND_PATH).send({ email })
    const strange = newPerson().email
    const [known, unknown] = [await ask(` ${person.email.toUpperCase()}`), await ask(strange)]
    expect([known.status, known.body]).toEqual([202, RESENT])
    expect(comparable(known)).toEqual(comparable(unknown))
    expect(await sql('SELECT email_key FROM arrivals ORDER BY arrived_at')).toEqual([
      { email_key: person.email },
      { email_key: strange },
    ])
    expectError(await ask('nowhere'), 400, 'EMAIL_INVALID')
  })

  test('a form that asks for another mail leads to a page, unless another website sends it', async () => {
    const send = (site: string) =>
      app()
        .http.post(RESEND_PATH)
        .set({ 'content-type': FORM, 'sec-fetch-site': site })
        .redirects(0)
        .send('email=ada%40example.com')
    const { status, headers } = await send('same-origin')
    expect([status, headers['location']]).toEqual([303, DONE_PATHS.resent])
    const refused = await send('cross-site')
    expect([refused.status, refused.type]).toEqual([403, 'text/html'])
  })

  test('requests for another mail have the limit of signups', async () => {
    const ask = () => limited().http.post(RESEND_PATH).send({ email: 'ada@example.com' })
    expect([(await ask()).status, (await ask()).status]).toEqual([202, 429])
  })

  test('one address can follow 600 links in a minute', async () => {
    const follow = () => limited().http.post(LINK_PATHS.leave).type('form').redirects(0).send('')
    for (let count = 1; count <= 600; count += 1) expect((await follow()).status).toBe(303)
    const refused = await follow()
    expect([refused.status, refused.type]).toEqual([429, 'text/html'])
    expect(refused.text).toContain('Too many requests came from your network.')
  })

  test('the log holds no token and no address, whatever goes wrong', async () => {
    const { person, token } = await join(secretive())
    await press('confirm', token)
    await press('leave', token, ONE_CLICK)
    await press('data', token)
    await press('data', token, 'a=%', '/api')
    await press('erase', token)
    await app()
      .http.get(LINK_PATHS.leave)
      .query({ [TOKEN]: token })
    await app()
      .http.put(LINK_PATHS.leave)
      .query({ [TOKEN]: token })
    await app().http.post(RESEND_PATH).send({ email: person.email })
    await sql('ALTER TABLE links RENAME TO hidden')
    expect((await press('data', token)).status).toBe(503)
    await sql('ALTER TABLE hidden RENAME TO links')
    const log = app().log.join('')
    expect(log).not.toMatch(SECRETS)
    expect(log).not.toContain(token)
    expect(log).not.toContain(hashToken(token)?.toString('hex'))
  })
})
