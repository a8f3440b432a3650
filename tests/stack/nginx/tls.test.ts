import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { expect } from 'vitest'
import { WAITLIST_PATH } from '../../../contract/waitlist.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { HOST, type SecureStack } from '../support/secure-stack.ts'
import { describeStack, test } from '../support/test.ts'

const HSTS = 'max-age=63072000'
const UPGRADE = 'upgrade-insecure-requests'

/** A client's options, and the alert with which the server refuses them. */
const REFUSED: readonly [ConnectionOptions, RegExp][] = [
  [{ minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }, /VERSION$/],
  // This cipher does not use authenticated encryption (AEAD).
  [{ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' }, /ALERT_HANDSHAKE_FAILURE$/],
]

describeStack('the profile tls', () => {
  /** Returns the options with which a client that trusts the certificate reaches the site. */
  const at = async ({ httpsPort, certificates }: SecureStack) => ({
    host: '127.0.0.1',
    port: httpsPort,
    servername: HOST,
    ca: await readFile(join(certificates, 'site/fullchain.pem')),
  })
  const shake = async (secure: SecureStack, options: ConnectionOptions): Promise<TLSSocket> => {
    const socket = connect({ ...(await at(secure)), ...options })
    await once(socket, 'secureConnect')
    return socket
  }
  const get = async (secure: SecureStack, path: string): Promise<IncomingMessage> => {
    const sent = request({ ...(await at(secure)), agent: false, path }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return response.resume()
  }

  test('browsers get HTTP/2 over TLS 1.2 and 1.3, but no older TLS', async ({ secure }) => {
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const protocols = { ALPNProtocols: ['h2', 'http/1.1'] }
      const options = { minVersion: version, maxVersion: version, ...protocols }
      const socket = await shake(secure, options)
      expect([socket.authorized, socket.alpnProtocol], version).toEqual([true, 'h2'])
      socket.destroy()
    }
    for (const [options, code] of REFUSED) {
      await expect(shake(secure, options)).rejects.toMatchObject({
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
    'plain HTTP redirects %s %s to HTTPS in one step',
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
    'plain HTTP refuses %s with the API’s error',
    async ([_, bytes, status], { secure }) => {
      const [response] = await sendRaw(`http://127.0.0.1:${secure.httpPort}`, bytes)
      expect(response?.status).toBe(status)
      expect(JSON.parse(response?.body ?? '')).toMatchObject({ code: 'REQUEST_MALFORMED' })
    },
  )

  test('responses over TLS include HSTS, whatever their status', async ({ secure }) => {
    for (const [path, status] of [
      ['/', 200],
      ['/nothing', 404],
      ['/api/nothing', 404],
      ['/%', 400],
    ] as const) {
      const { statusCode, headers } = await get(secure, path)
      expect([statusCode, headers['strict-transport-security']], path).toEqual([status, HSTS])
    }
    expect((await get(secure, '/')).headers['content-security-policy']).toContain(UPGRADE)

    const { headers } = await fetch(secure.url)
    expect(headers.has('strict-transport-security')).toBe(false)
    expect(headers.get('content-security-policy')).not.toContain(UPGRADE)
  })
})
