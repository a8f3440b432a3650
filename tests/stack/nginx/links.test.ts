import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { DONE_PATHS, LINK_PATHS, TOKEN } from '../../../api/contract/waitlist.ts'
import { hashToken } from '../../../api/src/links/tokens.ts'
import { linkPages } from '../../../web/content/link-pages.ts'
import { newPerson } from '../../support/people.ts'
import { fetchAgain } from '../../support/stack/fetch-again.ts'
import { signUp } from '../../support/stack/sign-up.ts'
import { psql } from '../../support/stack/stack.ts'
import { describeStack, useSharedStack } from '../../support/stack/use-stack.ts'

describeStack('the links of a mail through nginx', () => {
  const running = useSharedStack()
  const { email } = newPerson()
  const token = randomBytes(32).toString('base64url')

  beforeAll(async () => {
    await signUp(running().url, { email })
    const hash = hashToken(token)?.toString('hex')
    await psql(running(), `INSERT INTO links (token, email_key) VALUES ('\\x${hash}', '${email}')`)
  })

  const send = (method: string, path: string, body?: URLSearchParams | FormData) =>
    fetchAgain(`${running().url}${path}?${TOKEN}=${token}`, {
      method,
      redirect: 'manual',
      ...(body && { body }),
    })
  const press = (path: string) => send('POST', path, new URLSearchParams())
  const stateOf = () =>
    psql(
      running(),
      `SELECT confirmed_at IS NOT NULL, left_at IS NOT NULL FROM signups WHERE email = '${email}'`,
    )

  test('a GET of a link shows a page and changes nothing, and the POST of its button confirms', async () => {
    for (const link of ['confirm', 'leave', 'data'] as const) {
      const page = await send('GET', LINK_PATHS[link])
      expect(page.status).toBe(200)
      expect(await page.text()).toContain(linkPages[link].title)
    }
    expect(await stateOf()).toBe('f|f')
    const { status, headers } = await press(LINK_PATHS.confirm)
    expect([status, headers.get('location')]).toEqual([303, DONE_PATHS.confirmed])
    expect(await stateOf()).toBe('t|f')
  })

  test('one click in a mail program leaves without a redirect', async () => {
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    const response = await send('POST', LINK_PATHS.leave, form)
    expect([response.status, await response.json()]).toEqual([200, { status: 'left' }])
    expect(await stateOf()).toBe('t|t')
  })

  test('the address of the erasure leads a GET to the page with its button', async () => {
    const { status, headers } = await send('GET', LINK_PATHS.erase)
    const page = `${LINK_PATHS.data}?${TOKEN}=${token}`
    expect([status, headers.get('location')]).toEqual([303, page])
  })

  test('other spellings of a link do not reach the API', async () => {
    for (const path of [`/${LINK_PATHS.leave}`, '/waitlist/%6ceave', `${LINK_PATHS.leave}/x`]) {
      expect((await press(path)).headers.get('x-request-id'), path).toBeNull()
    }
  })

  test('no response at a link sends the token on as a referrer, and none to a POST is stored', async () => {
    const large = new URLSearchParams({ a: 'x'.repeat(70_000) })
    const posts = [
      await press(LINK_PATHS.data),
      await press(`/api${LINK_PATHS.data}`),
      await send('POST', LINK_PATHS.data, large),
    ]
    expect(posts.map(({ status }) => status)).toEqual([200, 200, 413])
    for (const { headers } of posts) expect(headers.get('cache-control')).toBe('no-store')
    const others = await Promise.all([
      ...Object.values(LINK_PATHS).map((path) => send('GET', path)),
      send('GET', `${LINK_PATHS.confirm}/`),
      send('PUT', LINK_PATHS.confirm),
    ])
    for (const { headers } of [...posts, ...others]) {
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
  })

  test('no log holds the token of a link', async () => {
    await send('GET', LINK_PATHS.data)
    await press(LINK_PATHS.data)
    const logs = () => running().compose('logs', '--no-color', 'nginx', 'api')
    await expect.poll(logs).toContain('"path":"/waitlist/data.html","status":200')
    expect(await logs()).toContain(`"route":"/api${LINK_PATHS.data}"`)
    expect(await logs()).not.toContain(token)
  })
})
