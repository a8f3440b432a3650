import { WAITLIST_PATH } from '@ad-kit/contract'

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
  { what: 'a length with a sign', bytes: withHeaders('content-length: +2', '{}') },
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
  { what: 'a chunk longer than any number', bytes: chunked(`ffffffffffffffff1\r\n{}\r\n${END}`) },
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
