// Guards security-headers, refusal-pages.

import type { ConnectionOptions } from 'node:tls'
import { expect } from 'vitest'
import { WAITLIST_PATH } from '../../../contract/waitlist.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { describeStack, test } from '../support/test.ts'

const HSTS = 'max-age=63072000'
const UPGRADE = 'upgrade-insecure-requests'

/** Options of a client, and the alert with which the server refuses them. */
const REFUSED: readonly [ConnectionOptions, RegExp][] = [
  [{ minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }, /VERSION$/],
  // A cipher without authenticated encryption.
  [{ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' }, /ALERT_HANDSHAKE_FAILURE$/],
]

describeStack('the profile tls', () => {
  test('browsers get HTTP/2 over TLS 1.2 and 1.3, and an older protocol or cipher is refused', async ({
    secure,
  }) => {
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const protocols = { ALPNProtocols: ['h2', 'http/1.1'] }
      const options = { minVersion: version, maxVersion: version, ...protocols }
      const socket = await secure.shake(options)
      expect([socket.authorized, socket.alpnProtocol], version).toEqual([true, 'h2'])
      socket.destroy()
    }
    for (const [options, code] of REFUSED) {
      await expect(secure.shake(options)).rejects.toMatchObject({
        code: expect.stringMatching(code),
      })
    }
  })

  test.for([
    ['GET', '/features/?a=1', 301, '/features?a=1'],
    ['GET', '//evil.example/', 301, '//evil.example/'],
    // With 301, a browser would turn a POST into a GET.
    ['POST', WAITLIST_PATH, 308, WAITLIST_PATH],
  ] as const)(
    'plain HTTP redirects %s %s over TLS in one step',
    async ([method, from, status, to], { secure }) => {
      const url = `http://127.0.0.1:${secure.httpPort}${from}`
      const response = await fetch(url, { method, redirect: 'manual' })
      const location = `https://127.0.0.1:${secure.httpsPort}${to}`
      expect([response.status, response.headers.get('location')]).toEqual([status, location])
    },
  )

  test.for([
    ['an address of 40 KB', `GET /api/${'x'.repeat(40 * 1024)} HTTP/1.1\r\nhost: a\r\n\r\n`, 414],
    ['HTTP/1.0 without Host', 'GET /api HTTP/1.0\r\naccept: */*\r\n\r\n', 400],
    ['a malformed Host', 'GET / HTTP/1.1\r\naccept: */*\r\nhost: a b\r\n\r\n', 400],
  ] as const)(
    'plain HTTP refuses %s in the words of the API',
    async ([_, bytes, status], { secure }) => {
      const [response] = await sendRaw(`http://127.0.0.1:${secure.httpPort}`, bytes)
      expect(response?.status).toBe(status)
      expect(JSON.parse(response?.body ?? '')).toMatchObject({ code: 'REQUEST_MALFORMED' })
    },
  )

  test('responses ask for TLS if they come over TLS, whatever their status', async ({ secure }) => {
    for (const [path, status] of [
      ['/', 200],
      ['/nothing', 404],
      ['/api/nothing', 404],
      ['/%', 400],
    ] as const) {
      const { statusCode, headers } = await secure.get(path)
      expect([statusCode, headers['strict-transport-security']], path).toEqual([status, HSTS])
    }
    expect((await secure.get('/')).headers['content-security-policy']).toContain(UPGRADE)

    const { headers } = await fetch(secure.url)
    expect(headers.has('strict-transport-security')).toBe(false)
    expect(headers.get('content-security-policy')).not.toContain(UPGRADE)
  })
})
