import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { WAITLIST_PATH } from '@ad-kit/contract'

// HTTP byte by byte, as no client library sends it.

/** The start of a signup, without the length of its body. */
export const POST = `POST ${WAITLIST_PATH} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`

/** Returns a request that would join the waitlist, with additional headers. */
export const joinRequest = (
  body: object,
  headers: Readonly<Record<string, string>> = {},
): string => {
  const text = JSON.stringify(body)
  const length = { 'content-length': Buffer.byteLength(text), ...headers }
  const lines = Object.entries(length).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${POST}${lines.join('')}\r\n${text}`
}

export async function open(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  // The server may reset the connection while the client is still sending.
  return socket.on('error', () => {})
}

/** Returns what arrives until the connection is closed or reset. */
async function readAll(socket: Socket): Promise<string> {
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  await new Promise((resolve) => socket.on('close', resolve))
  return received
}

/** Sends a request with `connection: close`. Returns the status, or 0 without a response. */
export async function ask(socket: Socket, request: string): Promise<number> {
  socket.write(request)
  const [, status = 0] = (await readAll(socket)).split(' ', 2)
  return Number(status)
}

/** A response as it came over the wire. */
export interface RawResponse {
  readonly status: number
  /** The names are in lower case. */
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

/**
 * Sends bytes, and returns all responses until the other side closes the connection, which must be within 20 seconds.
 */
export async function sendRaw(origin: string, bytes: string): Promise<RawResponse[]> {
  const socket = await open(origin)
  socket.setTimeout(20_000, () => socket.destroy(new Error('The connection is still open.')))
  socket.write(bytes, 'latin1')
  const received = await readAll(socket)
  if (received === '' && socket.errored) throw socket.errored
  return received
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter(Boolean)
    .map(parse)
}

/** Yields one letter endlessly. */
export function* repeated(letter: string): Generator<string> {
  while (true) yield letter
}

/**
 * Sends the first part immediately and the rest piece by piece, until the connection is closed.
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
  const response = await readAll(socket)
  clearInterval(timer)
  return { after: performance.now() - begun, response }
}
