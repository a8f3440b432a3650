import { expect } from 'vitest'
import { bodyOf, newPerson } from '../../support/people.ts'
import { joinRequest, POST, sendRaw } from '../../support/raw-http.ts'
import { listed } from '../support/tables.ts'
import { describeStack, test } from '../support/test.ts'

/**
 * Bytes that can be read in two ways, because it is unclear where the request ends or what a header is (RFC 9112,
 * sections 5 and 11.2).
 */
interface Attack {
  readonly what: string
  /**
   * Returns the bytes to send; `smuggled` is a whole request that a server would answer under one of the two readings.
   */
  readonly bytes: (smuggled: string) => string
  /** The status with which nginx refuses them; 400 by default, undefined if nginx reads one clean request. */
  readonly nginx?: number | undefined
}

const END = '0\r\n\r\n'

const withHeaders =
  (headers: string, body = END) =>
  (smuggled: string) =>
    `${POST}${headers}\r\n\r\n${body}${smuggled}`

const chunked = (body: string) => withHeaders('transfer-encoding: chunked', body)

const ATTACKS: readonly Attack[] = [
  {
    what: 'both a length and chunks',
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
  { what: 'a lone CR in a header', bytes: withHeaders('x-a: 1\rtransfer-encoding: chunked') },
  {
    what: 'a header over the limit',
    bytes: withHeaders(`x-a: ${'a'.repeat(70_000)}`),
    nginx: 431,
  },
  {
    what: 'an address longer than any may be',
    bytes: (smuggled) => `GET /api/${'a'.repeat(70_000)} HTTP/1.1\r\nhost: x\r\n\r\n${smuggled}`,
    nginx: 414,
  },
]

describeStack('raw requests through nginx', () => {
  const refused = ATTACKS.filter((attack) => !('nginx' in attack) || attack.nginx !== undefined)
  const lenient = ATTACKS.filter((attack) => !refused.includes(attack))
  const { email } = newPerson()
  const smuggled = joinRequest(bodyOf(newPerson({ email })))

  test.for(refused)(
    'nginx refuses $what and closes the connection',
    async ({ bytes, nginx = 400 }, { stack }) => {
      const [response, ...others] = await sendRaw(stack.url, bytes(smuggled))
      expect(response?.status).toBe(nginx)
      expect(others).toEqual([])
      const code = nginx === 431 ? 'HEADERS_TOO_LARGE' : 'REQUEST_MALFORMED'
      expect(JSON.parse(response?.body ?? '')).toMatchObject({ code })
      // If half a request stayed on a connection to the API, the next response would be wrong.
      const next = await fetch(`${stack.url}/api/health`)
      expect(await next.json()).toMatchObject({ status: 'alive' })
    },
  )

  test('no smuggled request has reached the API', async ({ stack }) => {
    expect(await listed(stack)).not.toContain(email)
  })

  // A client may send two requests. nginx and the API must only agree on where the first one ends.
  test.for(lenient)('nginx and the API agree on $what', async ({ bytes }, { stack }) => {
    const last = 'GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
    const [first, second, ...others] = await sendRaw(stack.url, bytes(last))
    expect([first?.status, second?.status]).toEqual([400, 200])
    expect(JSON.parse(second?.body ?? '')).toMatchObject({ status: 'alive' })
    expect(others).toEqual([])
  })

  test.for(['//api/health', '/api%2Fhealth'])(
    'nginx does not forward %s to the API',
    async (path, { stack }) => {
      const bytes = `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`
      const [response] = await sendRaw(stack.url, bytes)
      expect(response?.status).toBe(404)
      expect(response?.headers).not.toHaveProperty('x-request-id')
    },
  )
})
