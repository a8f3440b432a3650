import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { hashToken } from '../../../api/src/links/tokens.ts'
import {
  DONE_PATHS,
  FRIEND_WORDS,
  JOINED_PATH,
  LINK_PATHS,
  TOKEN,
} from '../../../contract/waitlist.ts'
import { linkPages } from '../../../web/content/link-pages.ts'
import { newPerson } from '../../support/people.ts'
import { fetchAgain, signUp } from '../support/requests.ts'
import { psql, type Stack } from '../support/stack.ts'
import { folded } from '../support/tables.ts'
import { describeStack, sharedStacks, test } from '../support/test.ts'

describeStack('the links of an email through nginx', () => {
  const { email } = newPerson()
  const token = randomBytes(32).toString('base64url')

  test.beforeAll(async ({ stack }) => {
    await signUp(stack.url, { email })
    await folded(stack)
    const hash = hashToken(token)?.toString('hex')
    await psql(stack, `INSERT INTO links (token, mailbox) VALUES ('\\x${hash}', '${email}')`)
  })

  const send = (stack: Stack, method: string, path: string, body?: URLSearchParams) =>
    fetchAgain(`${stack.url}${path}?${TOKEN}=${token}`, {
      method,
      redirect: 'manual',
      ...(body && { body }),
    })
  const press = (stack: Stack, path: string) => send(stack, 'POST', path, new URLSearchParams())

  test('opening a link has no effect, and its button confirms', async ({ stack }) => {
    for (const link of ['confirm', 'leave', 'data'] as const) {
      const page = await send(stack, 'GET', LINK_PATHS[link])
      expect([link, page.status]).toEqual([link, 200])
      expect(await page.text()).toContain(linkPages[link].title)
    }
    const confirmed = () =>
      psql(stack, `SELECT confirmed_at IS NOT NULL FROM people WHERE email = '${email}'`)
    expect(await confirmed()).toBe('f')
    const page = await press(stack, LINK_PATHS.confirm)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(FRIEND_WORDS.heading)
    expect(await confirmed()).toBe('t')
  })

  test('opening the friends or erasure link redirects to the data page', async ({ stack }) => {
    expect((await press(stack, LINK_PATHS.friends)).status).toBe(200)
    for (const path of [LINK_PATHS.friends, LINK_PATHS.erase]) {
      const { status, headers } = await send(stack, 'GET', path)
      const page = `${LINK_PATHS.data}?${TOKEN}=${token}`
      expect([status, headers.get('location')], path).toEqual([303, page])
    }
  })

  test('a wrong method for a page or a link gets 405 with the allowed methods', async ({
    stack,
  }) => {
    for (const [method, path, allow] of [
      ['POST', JOINED_PATH, 'GET, HEAD'],
      ['POST', DONE_PATHS.left, 'GET, HEAD'],
      ['PUT', LINK_PATHS.leave, 'GET, HEAD, POST'],
    ] as const) {
      const { status, headers } = await send(stack, method, path)
      expect([path, status, headers.get('allow')]).toEqual([path, 405, allow])
    }
  })

  test('a product can claim an invitation’s place with its key', async ({ stack }) => {
    const code = randomBytes(16).toString('hex')
    const columns = '(kind, mailbox, state, ended_at, code)'
    const invitation = `('invite', '${email}', 'sent', now(), '${code}')`
    await psql(stack, `INSERT INTO mails ${columns} VALUES ${invitation}`)
    const key = sharedStacks().plain.settings?.['CLAIM_KEY'] ?? ''
    const claim = (key: string, code: string) =>
      fetchAgain(`${stack.url}/api/claims`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ code }),
      })
    const claimed = await claim(key, code)
    expect([claimed.status, claimed.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await claimed.json()).toMatchObject({ email, claimed_at: expect.any(String) })
    const others = [await claim(key, 'x'), await claim('x', code)]
    expect(others.map(({ status }) => status)).toEqual([404, 401])
  })

  test('one-click unsubscribe succeeds, even with a slash after the link', async ({ stack }) => {
    const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    const left = await send(stack, 'POST', `${LINK_PATHS.leave}/`, oneClick)
    expect([left.status, await left.json()]).toEqual([200, { status: 'left' }])
  })

  test('no response to a link is cached or sends the token as a referrer', async ({ stack }) => {
    const large = new URLSearchParams({ a: 'x'.repeat(70_000) })
    const posts = [
      await press(stack, LINK_PATHS.data),
      await press(stack, `/api${LINK_PATHS.data}`),
      await send(stack, 'POST', LINK_PATHS.data, large),
    ]
    expect(posts.map(({ status }) => status)).toEqual([200, 200, 413])
    for (const { headers } of posts) expect(headers.get('cache-control')).toMatch(/^no-store/)
    const others = await Promise.all([
      ...Object.values(LINK_PATHS).map((path) => send(stack, 'GET', path)),
      send(stack, 'GET', `${LINK_PATHS.confirm}/`),
      send(stack, 'PUT', LINK_PATHS.confirm),
    ])
    for (const { headers } of [...posts, ...others]) {
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
  })
})
