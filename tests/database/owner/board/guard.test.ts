import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import supertest from 'supertest'
import { describe, expect, onTestFinished } from 'vitest'
import { mailboxOf } from '../../../../api/src/list/people/mailbox.ts'
import { buildBoard } from '../../../../api/src/owner/board/serve.ts'
import { boardOf, type OpenBoard, openBoard, startBoard } from '../../../support/board.ts'
import { CONTROLS, HOSTILE_TEXT } from '../../../support/corpus.ts'
import { bodyOf, FREE_TEXT } from '../../../support/people.ts'
import { test } from '../../support/board-test.ts'
import { addHostile } from '../../support/hostile-list.ts'
import { newInstallation } from '../../support/installations.ts'

test('the first browser to use the board’s link gets the session, and no other browser gets in', async ({
  list,
}) => {
  const served = await startBoard(list.app.databaseUrl)
  onTestFinished(served.close)
  const ask = (path: string) => supertest(new URL(served.url).origin).get(path)
  const link = served.url.replace(/^.*(?=\/\?)/, '')
  for (const path of ['/people', '/?token=', '/?token=x', `/?token=${'A'.repeat(43)}`]) {
    expect((await ask(path)).status, path).toBe(403)
  }
  const first = await ask(link)
  expect([first.status, first.headers['location']]).toEqual([303, '/'])
  expect(first.headers['set-cookie']?.[0]).toMatch(
    /^board_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const second = await ask(link)
  expect([second.status, second.headers['set-cookie']]).toEqual([403, undefined])
  expect(second.text).toContain('This link has already been used')
})

interface BoardRoute {
  readonly method: string
  readonly path: string
}

/** Returns every route of the board, as Fastify reports them when they are added. */
async function boardRoutes(): Promise<readonly BoardRoute[]> {
  const routes: BoardRoute[] = []
  const onApp = (message: unknown): void => {
    const { fastify } = message as { readonly fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url: path }) => {
      for (const each of [method].flat()) routes.push({ method: each, path })
    })
  }
  const board = await boardOf('')
  subscribe('fastify.initialization', onApp)
  buildBoard(board)
  unsubscribe('fastify.initialization', onApp)
  return routes
}

/** The only routes that do not need a session. */
const STYLES = ['/brand.css', '/board.css']

const ROUTES = await boardRoutes()
const FORMS = ROUTES.filter(({ method }) => method === 'POST')
const UNKNOWN = ['GET', 'POST', 'DELETE'].map((method) => ({ method, path: '/nowhere' }))
const READS = ROUTES.filter(({ method }) => method === 'GET')
const ALL = [...ROUTES, ...UNKNOWN]

const NO_ACCESS = 'This browser has no access'
const NOT_SENT_BY_BOARD = 'This form was not sent by the board'
const OTHER_HOST = 'Open the address that the command printed'

type Headers = Readonly<Record<string, string>>

/** Sends a request as the board's own page would, with additional headers. */
const send = ({ origin }: OpenBoard, { method, path }: BoardRoute, headers: Headers) =>
  supertest(origin)
    [method.toLowerCase() as 'get'](path)
    .set({ origin, 'sec-fetch-site': 'same-origin', ...headers })

/** Returns the requests that were not refused with this message. A HEAD response contains no message. */
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

describe('the board’s routes', () => {
  test('every board route refuses a browser without the session', async ({ board }) => {
    expect(ROUTES).toContainEqual({ method: 'POST', path: '/person/erase' })
    const { cookie } = board
    const [name = ''] = cookie.split('=')
    const guarded = ALL.filter(({ path }) => !STYLES.includes(path))
    for (const given of ['', `${cookie}x`, `${name}x=${cookie.slice(name.length + 1)}`]) {
      expect(await notRefused(board, guarded, { cookie: given }, NO_ACCESS), given).toEqual([])
    }
  })

  test('the board accepts the session among other cookies, and its styles need no session', async ({
    board,
  }) => {
    const { origin, cookie } = board
    for (const method of ['GET', 'HEAD']) {
      const headers = { cookie: `a=b; ${cookie};c=d` }
      expect((await fetch(`${origin}/people`, { method, headers })).status, method).toBe(200)
    }
    for (const path of STYLES) expect((await fetch(origin + path)).status, path).toBe(200)
  })

  test('every board route refuses a foreign host name (DNS rebinding)', async ({ board }) => {
    const { cookie } = board
    const { port } = new URL(board.origin)
    const people = { method: 'GET', path: '/people' }
    expect((await send(board, people, { cookie, host: `localhost:${port}` })).status).toBe(200)
    for (const host of [`evil.example:${port}`, '127.0.0.1', 'localhost:1']) {
      const headers = { cookie, host, origin: `http://${host}` }
      expect(await notRefused(board, ALL, headers, OTHER_HOST), host).toEqual([])
    }
  })

  test('a board page is not cached or framed, and loads only the board’s styles', async ({
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
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      expect(headers, route.path).not.toHaveProperty('access-control-allow-origin')
    }
  })

  test('the board shows hostile text as plain text, without characters that reverse a line', async () => {
    const installation = await newInstallation()
    const who = encodeURIComponent(await addHostile(installation))
    const served = await startBoard(installation.url)
    onTestFinished(served.close)
    const board = await openBoard(served)
    const typed = encodeURIComponent(HOSTILE_TEXT)
    const { cookie } = board
    const get = (path: string) => send(board, { method: 'GET', path }, { cookie })
    const pages = [
      ...READS.map(({ path }) => get(`${path}?who=${who}`)),
      ...['quarantined', 'confirmed'].map((show) => get(`/people?show=${show}`)),
      ...['waiting', 'failed'].map((show) => get(`/mail?show=${show}`)),
      get(`/people?search=${typed}`),
      get(`/nowhere?search=${typed}`),
      get(`/person?who=${typed}`),
      send(board, { method: 'POST', path: '/person/correct' }, { cookie })
        .type('form')
        .send({ who: 'eve@example.com', [FREE_TEXT]: HOSTILE_TEXT }),
    ]
    let escaped = 0
    for (const { request, type, text } of await Promise.all(pages)) {
      if (type !== 'text/html') continue
      const { method, url } = request
      expect(text, `${method} ${url}`).not.toMatch(/<script|<img|<b>/)
      // A form field keeps the stored text, so that a correction changes only what was typed.
      const shown = text.replace(/ value="[^"]*"/g, '')
      expect(shown, `${method} ${url}`).not.toMatch(CONTROLS)
      if (shown.includes('=1+1 &lt;script&gt;')) escaped += 1
    }
    expect(escaped).toBeGreaterThanOrEqual(10)
  })
})

test('only the board’s own forms can change data', async ({ list, board }) => {
  const person = await list.join()
  const { origin, cookie } = board
  const submit = (path: string, headers: Headers, text: string) =>
    supertest(origin)
      .post(path)
      .set({ cookie, ...headers })
      .type('form')
      .send({ who: mailboxOf(person.email), ...bodyOf({ ...person, [FREE_TEXT]: text }) })
  const strangers: readonly Headers[] = [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' },
    { origin: 'http://127.0.0.1:1' },
    // A sandboxed frame sends the origin null, and a typed address sends none.
    { origin: 'null' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-site' },
    { origin, 'sec-fetch-site': 'cross-site' },
    {},
  ]
  for (const headers of strangers) {
    for (const { path } of FORMS) {
      const { status, text } = await submit(path, headers, 'Mallory')
      expect([status, text], path).toEqual([403, expect.stringContaining(NOT_SENT_BY_BOARD)])
    }
  }
  const { website: _honeypot, ...stored } = person
  expect(await list.app.people()).toContainEqual(expect.objectContaining(stored))
  for (const [text, headers] of [
    ['Kiln', { origin }],
    ['Clay', { 'sec-fetch-site': 'same-origin' }],
  ] as const) {
    expect((await submit('/person/correct', headers, text)).status).toBe(303)
    const { email } = person
    expect(await list.app.people()).toContainEqual(
      expect.objectContaining({ email, [FREE_TEXT]: text }),
    )
  }
})
