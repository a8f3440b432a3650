import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { WAITLIST_PATH } from '@ad-kit/contract'

// HTTP byte by byte, as no client library sends it.

/** Two readings of where a request ends, or of what a header is (RFC 9112, sections 5 and 11.2). */
interface Attack {
  readonly what: string
  /** What is sent, byte by byte; `smuggled` is a whole request that one reading would answer. */
  readonly bytes: (smuggled: string) => string
  /** How the API refuses it; 400 by default. */
  readonly api?: number
  /** How nginx refuses it; 400 by default, undefined where it reads it as one clean request. */
  readonly nginx?: number | undefined
  /** Its end is clear (RFC 9112, 6.3), so the API runs the request behind it as a pipelined one. */
  readonly runsNext?: boolean
}

const POST = `POST ${WAITLIST_PATH} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`
const END = '0\r\n\r\n'

const withHeaders =
  (headers: string, body = END) =>
  (smuggled: string) =>
    `${POST}${headers}\r\n\r\n${body}${smuggled}`

const chunked = (body: string) => withHeaders('transfer-encoding: chunked', body)

/** A request that would join the waitlist, with further headers. */
export const joinRequest = (
  body: object,
  headers: Readonly<Record<string, string>> = {},
): string => {
  const text = JSON.stringify(body)
  const length = { 'content-length': Buffer.byteLength(text), ...headers }
  const lines = Object.entries(length).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${POST}${lines.join('')}\r\n${text}`
}

export const ATTACKS: readonly Attack[] = [
  {
    what: 'a length and chunks',
    bytes: withHeaders('content-length: 5\r\ntransfer-encoding: chunked'),
  },
  {
    what: 'two lengths',
    bytes: (smuggled) =>
      withHeaders(`content-length: 2\r\ncontent-length: ${smuggled.length + 2}`, '{}')(smuggled),
  },
  {
    what: 'chunks within another coding',
    bytes: withHeaders('transfer-encoding: gzip, chunked'),
    runsNext: true,
    nginx: 501,
  },
  {
    what: 'chunks in HTTP/1.0',
    bytes: (smuggled) => chunked(END)(smuggled).replace('HTTP/1.1', 'HTTP/1.0'),
  },
  {
    what: 'chunks whose lines end with LF alone',
    bytes: chunked('2\n{}\n0\n\n'),
    nginx: undefined,
  },
  { what: 'a CR alone in a header', bytes: withHeaders('x-a: 1\rtransfer-encoding: chunked') },
  {
    what: 'a header larger than any may be',
    bytes: withHeaders(`x-a: ${'a'.repeat(70_000)}`),
    api: 431,
    nginx: 431,
  },
  {
    what: 'an address longer than any may be',
    bytes: (smuggled) => `GET /api/${'a'.repeat(70_000)} HTTP/1.1\r\nhost: x\r\n\r\n${smuggled}`,
    api: 431,
    nginx: 414,
  },
]

/** Opens a connection. */
export async function open(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  // The server may reset the connection while it still receives bytes.
  return socket.on('error', () => {})
}

/** Sends a request with `connection: close`. Returns the status, or 0 without a response. */
export async function ask(socket: Socket, request: string): Promise<number> {
  socket.write(request)
  const [, status = 0] = (await text(socket).catch(() => '')).split(' ', 2)
  return Number(status)
}

/** One response, as it came over the wire. */
export interface RawResponse {
  readonly status: number
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

function parse(response: string): RawResponse {
  const [head = '', body = ''] = response.split('\r\n\r\n', 2)
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => {
    const [name = '', value = ''] = line.split(/: */, 2)
    return [name.toLowerCase(), value]
  })
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), body }
}

/** Sends bytes and returns all responses until the other side closes, within 20 seconds. */
export async function sendRaw(origin: string, bytes: string): Promise<RawResponse[]> {
  const socket = await open(origin)
  socket.setTimeout(20_000, () => socket.destroy(new Error('The connection is still open.')))
  socket.write(bytes, 'latin1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  // A reset connection is closed as well.
  const error = await new Promise((resolve) => socket.on('close', () => resolve(socket.errored)))
  if (received === '' && error) throw error
  return received
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter(Boolean)
    .map(parse)
}

/** An endless sequence of one letter. */
export function* repeated(letter: string): Generator<string> {
  while (true) yield letter
}

/**
 * Sends the first part at once and the rest piece by piece, until the connection is closed.
 * @returns the response, and the milliseconds since just before the connection was opened
 */
export async function sendSlowly(origin: string, start: string, rest: Iterable<string>) {
  const begun = performance.now()
  const socket = await open(origin)
  socket.write(start)
  const pieces = rest[Symbol.iterator]()
  const timer = setInterval(() => {
    const { value, done } = pieces.next()
    if (!done) socket.write(value)
  }, 400)
  let response = ''
  socket.on('data', (chunk) => {
    response += chunk
  })
  await new Promise((resolve) => socket.on('close', resolve))
  clearInterval(timer)
  return { after: performance.now() - begun, response }
}
