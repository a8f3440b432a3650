// Guards board-access.

import supertest from 'supertest'
import { describe, expect, onTestFinished } from 'vitest'
import { emailKey } from '../../../api/src/inbox/identity.ts'
import {
  type BoardRoute,
  boardRoutes,
  type OpenBoard,
  openBoard,
  startBoard,
} from '../../support/board.ts'
import { test } from '../../support/fixtures/board.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { sendRaw } from '../../support/raw-http.ts'

describe('the link', () => {
  test('the first use of the link gives the session to one browser, and a second use gets 403', async ({
    list,
  }) => {
    const served = await startBoard(list.app.databaseUrl)
    onTestFinished(served.close)
    const first = await fetch(served.url, { redirect: 'manual' })
    expect(first.status).toBe(303)
    expect(first.headers.get('location')).toBe('/')
    expect(first.headers.get('set-cookie')).toMatch(
      /^board_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const second = await fetch(served.url, { redirect: 'manual' })
    expect(second.status).toBe(403)
    expect(second.headers.get('set-cookie')).toBeNull()
    expect(await second.text()).toContain('This link was used before')
  })

  test('a wrong token gets 403 and does not use up the link', async ({ list }) => {
    const served = await startBoard(list.app.databaseUrl)
    onTestFinished(served.close)
    for (const token of ['', 'x', 'A'.repeat(43)]) {
      const { status } = await fetch(new URL(`/?token=${token}`, served.url))
      expect(status).toBe(403)
    }
    expect((await openBoard(served)).cookie).toMatch(/^board_/)
  })
})

test('before the link is used, nobody has access', async ({ list }) => {
  const served = await startBoard(list.app.databaseUrl)
  onTestFinished(served.close)
  const { origin } = new URL(served.url)
  const response = await fetch(`${origin}/people`)
  expect([response.status, await response.text()]).toEqual([
    403,
    expect.stringContaining(NO_ACCESS),
  ])
})

/** The only routes for which no session is needed. */
const STYLES = ['/pico.css', '/board.css']

const ROUTES = boardRoutes()
const FORMS = ROUTES.filter(({ method }) => method === 'POST')
const UNKNOWN = ['GET', 'POST', 'DELETE'].map((method) => ({ method, path: '/nowhere' }))
const ALL = [...ROUTES, ...UNKNOWN]

const NO_ACCESS = 'This browser has no access'
const NOT_SENT_BY_BOARD = 'This form was not sent by the board'
const OTHER_HOST = 'The board answers at the address that the command printed'

type Headers = Readonly<Record<string, string>>

/** Sends a request as the board's own page does, with further headers. */
const send = ({ origin }: OpenBoard, { method, path }: BoardRoute, headers: Headers) =>
  supertest(origin)
    [method.toLowerCase() as 'get'](path)
    .set({ origin, 'sec-fetch-site': 'same-origin', ...headers })

/** The requests that were not refused in this sentence. A HEAD has no sentence. */
async function notRefused(
  board: OpenBoard,
  routes: readonly BoardRoute[],
  headers: Headers,
  sentence: string,
): Promise<string[]> {
  const others: string[] = []
  for (const route of routes) {
    const { status, text } = await send(board, route, headers)
    const isSaid = route.method === 'HEAD' || text.includes(sentence)
    if (status !== 403 || !isSaid) others.push(`${route.method} ${route.path}: ${status}`)
  }
  return others
}

describe('every route that Fastify knows', () => {
  test('is among those that are checked here', () => {
    expect(ROUTES).toEqual(
      expect.arrayContaining([
        { method: 'GET', path: '/' },
        { method: 'HEAD', path: '/person' },
        { method: 'GET', path: '/export/people.csv' },
        { method: 'POST', path: '/person/erase' },
      ]),
    )
  })

  test('refuses a browser without the session, whatever Origin it names', async ({ board }) => {
    const { origin, cookie } = board
    const [name = ''] = cookie.split('=')
    const guarded = ALL.filter(({ path }) => !STYLES.includes(path))
    for (const given of [
      '',
      `${cookie}x`,
      `${name}=`,
      `${name}x=${cookie.slice(name.length + 1)}`,
    ]) {
      expect(await notRefused(board, guarded, { cookie: given }, NO_ACCESS), given).toEqual([])
    }
    const reads = guarded.filter(({ method }) => method === 'GET' || method === 'HEAD')
    for (const from of ['https://evil.example', 'null', origin.replace('127.0.0.1', 'localhost')]) {
      const headers = { origin: from, 'sec-fetch-site': 'cross-site' }
      expect(await notRefused(board, reads, headers, NO_ACCESS), from).toEqual([])
    }
  })

  test('lets in the session beside other cookies, and a HEAD without Origin', async ({ board }) => {
    const { origin, cookie } = board
    const people = { method: 'GET', path: '/people' }
    for (const cookies of [`a=b; ${cookie}`, `a=b;${cookie};c=d`]) {
      expect((await send(board, people, { cookie: cookies })).status, cookies).toBe(200)
    }
    const { status } = await fetch(`${origin}/people`, { method: 'HEAD', headers: { cookie } })
    expect(status).toBe(200)
  })

  test('shows a refused browser its style', async ({ board }) => {
    for (const path of STYLES) {
      expect((await fetch(board.origin + path)).status, path).toBe(200)
    }
  })

  test('refuses a host name that an attacker lets resolve to this machine', async ({ board }) => {
    const { cookie } = board
    const { port } = new URL(board.origin)
    const people = { method: 'GET', path: '/people' }
    expect((await send(board, people, { cookie, host: `localhost:${port}` })).status).toBe(200)
    for (const host of [`evil.example:${port}`, '127.0.0.1', 'localhost:1', `[::1]:${port}`]) {
      const headers = { cookie, host, origin: `http://${host}` }
      expect(await notRefused(board, ALL, headers, OTHER_HOST), host).toEqual([])
    }
    const [nameless] = await sendRaw(
      board.origin,
      `GET /people HTTP/1.0\r\ncookie: ${cookie}\r\n\r\n`,
    )
    expect(nameless).toMatchObject({ status: 403, body: expect.stringContaining(OTHER_HOST) })
  })

  test('is not stored, not framed, not shared, and loads only the board’s own style', async ({
    board,
  }) => {
    const { cookie } = board
    const reads = ALL.filter(({ method }) => method === 'GET')
    for (const route of [...reads, { method: 'GET', path: '/?token=x' }]) {
      const { headers } = await send(board, route, { cookie, origin: 'https://evil.example' })
      expect(headers, route.path).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      expect(headers, route.path).not.toHaveProperty('access-control-allow-origin')
    }
  })
})

test('a form from another site, another port or an unknown source changes nothing', async ({
  list,
  board,
}) => {
  const { email } = await list.join()
  const { origin, cookie } = board
  const sources: readonly Headers[] = [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' },
    { origin: 'http://127.0.0.1:1' },
    { origin: 'null' },
    { origin, 'sec-fetch-site': 'cross-site' },
    {},
  ]
  for (const headers of sources) {
    for (const { path } of FORMS) {
      const { status, text } = await supertest(origin)
        .post(path)
        .set({ cookie, ...headers })
        .type('form')
        .send({ who: emailKey(email), first_name: 'Mallory' })
      expect(status, path).toBe(403)
      expect(text).toContain(NOT_SENT_BY_BOARD)
    }
  }
  expect(await list.app.people()).toContainEqual(expect.objectContaining({ email }))
})

test('a form of the board works in a browser that sends only one of Origin and Sec-Fetch-Site', async ({
  list,
  board,
}) => {
  const person = newPerson()
  await list.join(person)
  const { origin, cookie } = board
  const sources: readonly Headers[] = [{ origin }, { 'sec-fetch-site': 'same-origin' }]
  for (const [index, headers] of sources.entries()) {
    const company = `Kiln ${index}`
    const { status } = await supertest(origin)
      .post('/person/correct')
      .set({ cookie, ...headers })
      .type('form')
      .send({ who: emailKey(person.email), ...bodyOf({ ...person, company }) })
    expect(status).toBe(303)
    expect(await list.app.people()).toContainEqual(
      expect.objectContaining({ email: person.email, company }),
    )
  }
})
