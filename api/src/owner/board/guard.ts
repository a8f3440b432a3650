import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSame } from '../../system/server.ts'
import { BoardError } from './errors.ts'
import { STYLES } from './page.ts'

const newSecret = (): string => randomBytes(32).toString('base64url')

/**
 * The tab's icon is a `data:` URL. `no-referrer` would make browsers send `Origin: null` with the board's forms (Fetch
 * Standard, "append a request Origin header").
 */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

const START_AGAIN =
  'Each link opens the board once, in one browser. For a new link, stop the command with Ctrl-C and start it again.'

const ERRORS = {
  host: ['Unknown address', 'Open the address that the command printed.'],
  elsewhere: ['Refused', 'This form was not sent by the board.'],
  token: ['This link has already been used', START_AGAIN],
  session: ['This browser has no access', START_AGAIN],
} as const

function refuse(reason: keyof typeof ERRORS): BoardError {
  const [title, sentence] = ERRORS[reason]
  return new BoardError(403, title, sentence)
}

const portOf = (app: FastifyInstance): number => (app.server.address() as AddressInfo).port

/** The cookie's name contains the port, because a host's ports share their cookies. */
const cookieName = (port: number): string => `board_${port}`

function cookieOf({ headers }: FastifyRequest, name: string): string {
  const pairs = (headers.cookie ?? '').split(/; */)
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}

/** Returns whether a form comes from the board itself. Browsers send at least one of the two headers with a POST. */
function isOwn({ headers }: FastifyRequest): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  if (origin === undefined && site === undefined) return false
  return (
    (origin === undefined || origin === `http://${host}`) &&
    (site === undefined || site === 'same-origin')
  )
}

/**
 * Checks every request before its page: the host, to prevent DNS rebinding; a form's source; and the session. The first
 * request with the token gets the session cookie, after which the token no longer works.
 * @returns the token
 */
export function guard(app: FastifyInstance): string {
  const token = newSecret()
  let session: string | undefined
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS)
    const port = portOf(app)
    const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
    if (!hosts.includes(request.headers.host ?? '')) throw refuse('host')
    if (!['GET', 'HEAD'].includes(request.method) && !isOwn(request)) throw refuse('elsewhere')
    if (Object.hasOwn(STYLES, request.url)) return
    const { token: given } = request.query as { token?: string | string[] }
    if (given !== undefined) {
      if (session !== undefined || !isSame(String(given), token)) throw refuse('token')
      session = newSecret()
      // Not `strict`, because the link is opened from a file, so browsers would withhold the cookie after the redirect.
      const cookie = `${cookieName(port)}=${session}; Path=/; HttpOnly; SameSite=Lax`
      return reply.header('set-cookie', cookie).redirect('/', 303)
    }
    const secret = cookieOf(request, cookieName(port))
    if (session === undefined || !isSame(secret, session)) throw refuse('session')
  })
  return token
}
