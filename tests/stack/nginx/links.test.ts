// Guards links, tokens.

import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { hashToken } from '../../../api/src/links/tokens.ts'
import { FRIEND_WORDS, LINK_PATHS, TOKEN } from '../../../contract/waitlist.ts'
import { linkPages } from '../../../web/content/link-pages.ts'
import { describeStack, test } from '../../support/fixtures/stack.ts'
import { newPerson } from '../../support/people.ts'
import { fetchAgain } from '../../support/stack/fetch-again.ts'
import { signUp } from '../../support/stack/sign-up.ts'
import { psql, type Stack } from '../../support/stack/stack.ts'
import { folded } from '../../support/stack/tables.ts'

describeStack('the links of an email through nginx', () => {
  const { email } = newPerson()
  const token = randomBytes(32).toString('base64url')

  test.beforeAll(async ({ stack }) => {
    await signUp(stack.url, { email })
    await folded(stack)
    const hash = hashToken(token)?.toString('hex')
    await psql(stack, `INSERT INTO links (token, email_key) VALUES ('\\x${hash}', '${email}')`)
  })

  const send = (stack: Stack, method: string, path: string, body?: URLSearchParams | FormData) =>
    fetchAgain(`${stack.url}${path}?${TOKEN}=${token}`, {
      method,
      redirect: 'manual',
      ...(body && { body }),
    })
  const press = (stack: Stack, path: string) => send(stack, 'POST', path, new URLSearchParams())
  const stateOf = (stack: Stack) =>
    psql(
      stack,
      `SELECT confirmed_at IS NOT NULL, left_at IS NOT NULL FROM people WHERE email = '${email}'`,
    )

  test('a GET of a link shows a page and changes nothing, and the POST of its button confirms', async ({
    stack,
  }) => {
    for (const link of ['confirm', 'leave', 'data'] as const) {
      const page = await send(stack, 'GET', LINK_PATHS[link])
      expect(page.status).toBe(200)
      expect(await page.text()).toContain(linkPages[link].title)
    }
    expect(await stateOf(stack)).toBe('f|f')
    const confirmed = await press(stack, LINK_PATHS.confirm)
    expect(confirmed.status).toBe(200)
    expect(await confirmed.text()).toContain(FRIEND_WORDS.heading)
    expect(await stateOf(stack)).toBe('t|f')
  })

  test('one click in a mail program leaves without a redirect', async ({ stack }) => {
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    const response = await send(stack, 'POST', LINK_PATHS.leave, form)
    expect([response.status, await response.json()]).toEqual([200, { status: 'left' }])
    expect(await stateOf(stack)).toBe('t|t')
  })

  test('the buttons on the page of held data lead to the friends and the erasure, whose addresses lead a GET back', async ({
    stack,
  }) => {
    await psql(stack, `UPDATE people SET left_at = NULL WHERE email = '${email}'`)
    const friends = await press(stack, LINK_PATHS.friends)
    expect(friends.status).toBe(200)
    expect(await friends.text()).toContain(FRIEND_WORDS.heading)
    for (const path of [LINK_PATHS.friends, LINK_PATHS.erase]) {
      const { status, headers } = await send(stack, 'GET', path)
      const page = `${LINK_PATHS.data}?${TOKEN}=${token}`
      expect([status, headers.get('location')], path).toEqual([303, page])
    }
  })

  test('an unknown address beside the links and other spellings of one do not reach the API', async ({
    stack,
  }) => {
    const unknown = '/waitlist/nothing'
    expect((await fetchAgain(stack.url + unknown)).status).toBe(404)
    expect((await press(stack, unknown)).status).toBe(404)
    for (const path of [`/${LINK_PATHS.leave}`, '/waitlist/%6ceave', `${LINK_PATHS.leave}/x`]) {
      expect((await press(stack, path)).headers.get('x-request-id'), path).toBeNull()
    }
  })

  test('no response at a link sends the token on as a referrer, and none to a POST is stored', async ({
    stack,
  }) => {
    const large = new URLSearchParams({ a: 'x'.repeat(70_000) })
    const posts = [
      await press(stack, LINK_PATHS.data),
      await press(stack, `/api${LINK_PATHS.data}`),
      await send(stack, 'POST', LINK_PATHS.data, large),
    ]
    expect(posts.map(({ status }) => status)).toEqual([200, 200, 413])
    for (const { headers } of posts) expect(headers.get('cache-control')).toBe('no-store')
    const others = await Promise.all([
      ...Object.values(LINK_PATHS).map((path) => send(stack, 'GET', path)),
      send(stack, 'GET', `${LINK_PATHS.confirm}/`),
      send(stack, 'PUT', LINK_PATHS.confirm),
    ])
    for (const { headers } of [...posts, ...others]) {
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
  })

  test('no log holds the token of a link', async ({ stack }) => {
    await send(stack, 'GET', LINK_PATHS.data)
    await press(stack, LINK_PATHS.data)
    const logs = () => stack.compose('logs', '--no-color', 'nginx', 'api')
    await expect.poll(logs).toContain('"path":"/waitlist/data.html","status":200')
    expect(await logs()).toContain(`"route":"/api${LINK_PATHS.data}"`)
    expect(await logs()).not.toContain(token)
  })
})
