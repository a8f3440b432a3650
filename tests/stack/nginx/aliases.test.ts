import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { hashToken } from '../../../api/src/links/tokens.ts'
import { DONE_PATHS, LINK_PATHS, TOKEN, WAITLIST_PATH } from '../../../contract/waitlist.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { signUp } from '../support/requests.ts'
import { ALIAS, type SecureStack } from '../support/secure-stack.ts'
import { psql } from '../support/stack.ts'
import { folded, listed } from '../support/tables.ts'
import { describeStack, test } from '../support/test.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

describeStack('another name for the site, in SITE_ALIASES', () => {
  /** Sends a request under the other name. */
  const send = async (
    { httpsPort }: SecureStack,
    method: string,
    path: string,
    body = '',
    headers: Readonly<Record<string, string>> = FORM,
  ) => {
    const to = { host: '127.0.0.1', port: httpsPort, rejectUnauthorized: false, agent: false }
    const sent = request({ ...to, method, path, headers: { ...headers, host: ALIAS } }).end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const { location } = response.headers
    return { status: response.statusCode, location, body: await text(response) }
  }

  /** Adds a person with a link, as in an email sent before the site moved to its present name. */
  const newLink = async (secure: SecureStack) => {
    const { email } = newPerson()
    await signUp(secure.url, { email })
    await folded(secure)
    const token = randomBytes(32).toString('base64url')
    const hash = hashToken(token)?.toString('hex')
    await psql(secure, `INSERT INTO links (token, mailbox) VALUES ('\\x${hash}', '${email}')`)
    const has = (column: string) =>
      psql(secure, `SELECT ${column} IS NOT NULL FROM people WHERE email = '${email}'`)
    return { query: `?${TOKEN}=${token}`, has }
  }

  test('under the old name, one-click unsubscribe takes a person off the list without a redirect', async ({
    secure,
  }) => {
    const { query, has } = await newLink(secure)
    const oneClick = 'List-Unsubscribe=One-Click'
    const left = await send(secure, 'POST', LINK_PATHS.leave + query, oneClick)
    expect([left.status, left.body]).toEqual([200, '{"status":"left"}'])
    expect(await has('left_at')).toBe('t')
  })

  test('under the old name, the buttons on link pages work', async ({ secure }) => {
    const { query, has } = await newLink(secure)
    const press = (link: keyof typeof LINK_PATHS) =>
      send(secure, 'POST', LINK_PATHS[link] + query, 'clicked=1')
    for (const link of ['confirm', 'friends', 'data'] as const) {
      expect((await press(link)).status, link).toBe(200)
    }
    expect(await has('confirmed_at')).toBe('t')
    expect((await press('erase')).location).toBe(DONE_PATHS.erased)
    expect(await has('email')).toBe('')
  })

  test('a page that was opened under the old name can still send its form', async ({ secure }) => {
    const person = newPerson()
    const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const sent = await send(secure, 'POST', WAITLIST_PATH, JSON.stringify(bodyOf(person)), json)
    expect(sent.status).toBe(201)
    expect(await listed(secure)).toContain(person.email)
  })

  test('under the old name, pages redirect once, and keep their path and query', async ({
    secure,
  }) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, location } = await send(secure, method, '/features?a=1')
      expect([status, location]).toEqual([301, `${secure.settings?.['SITE_URL']}/features?a=1`])
    }
    expect((await send(secure, 'POST', '/features')).status).toBe(405)
  })
})
