// Guards security-headers, silent-logs.

import { once } from 'node:events'
import { connect as connectPlain } from 'node:net'
import { type ConnectionOptions, connect } from 'node:tls'
import { expect } from 'vitest'
import { WAITLIST_PATH } from '../../../contract/waitlist.ts'
import { describeStack, test } from '../../support/fixtures/stack.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { HOST } from '../../support/stack/secure-stack.ts'

const HSTS = 'max-age=63072000'

/** A ClientHello of TLS 1.2 (RFC 5246, 7.4.1.2) that offers compression only. */
const BROKEN_HELLO = Buffer.from(
  `160301002f0100002b0303${'00'.repeat(32)}000004c02bc02f0101`,
  'hex',
)

/** The type of a TLS record with an alert (RFC 5246, 6.2.1). */
const ALERT = 21

describeStack('the profile tls', () => {
  test.for([
    ['TLSv1.2', 'ECDHE'],
    ['TLSv1.3', 'TLS_'],
  ] as const)(
    '%s works with a certificate of the authority',
    async ([version, cipher], { clients }) => {
      const socket = await clients.shake({ minVersion: version, maxVersion: version })
      expect([socket.getProtocol(), socket.authorized]).toEqual([version, true])
      expect(socket.getCipher().name).toMatch(new RegExp(`^${cipher}`))
      socket.destroy()
    },
  )

  // The error is the server's alert, because this client would accept both.
  test.for<[string, ConnectionOptions, RegExp]>([
    [
      'TLS 1.1',
      { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
      /ALERT_PROTOCOL_VERSION$/,
    ],
    [
      'a cipher without authenticated encryption',
      { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' },
      /ALERT_HANDSHAKE_FAILURE$/,
    ],
  ])('%s is refused', async ([_, options, code], { clients }) => {
    await expect(clients.shake(options)).rejects.toMatchObject({
      code: expect.stringMatching(code),
    })
  })

  test('clients get HTTP/2, or HTTP/1.1 if they offer nothing else', async ({ clients }) => {
    const agreed = async (ALPNProtocols: string[]) => {
      const socket = await clients.shake({ ALPNProtocols })
      socket.destroy()
      return socket.alpnProtocol
    }
    expect(await agreed(['h2', 'http/1.1'])).toBe('h2')
    expect(await agreed(['http/1.1'])).toBe('http/1.1')
  })

  test('the key exchange is X25519MLKEM768 with clients that support it', async ({ secure }) => {
    const { visitor } = secure
    const shown = await visitor('sh', '-c', 'openssl s_client -connect nginx-tls:8443 </dev/null')
    expect(shown).toContain('Negotiated TLS1.3 group: X25519MLKEM768')
  })

  test('nginx staples the OCSP response to the certificate', async ({ secure }) => {
    const stapled = () =>
      new Promise<number>((resolve, reject) => {
        const { httpsPort, authority } = secure
        const options = { servername: HOST, ca: authority, requestOCSP: true }
        const socket = connect(httpsPort, '127.0.0.1', options)
        socket.once('error', reject)
        socket.once('OCSPResponse', (response: Buffer | null) => {
          socket.destroy()
          resolve(response?.length ?? 0)
        })
      })
    // nginx asks the responder after the first connection.
    await expect.poll(stapled).toBeGreaterThan(100)
  })

  test.for([
    ['/', '/'],
    ['/features/?a=1', '/features?a=1'],
    ['//evil.example/', '//evil.example/'],
    ['/api/health', '/api/health'],
  ])('plain HTTP redirects %s to %s over TLS in one step', async ([from, to], { secure }) => {
    const response = await fetch(`http://127.0.0.1:${secure.httpPort}${from}`, {
      redirect: 'manual',
    })
    const location = `https://127.0.0.1:${secure.httpsPort}${to}`
    expect([response.status, response.headers.get('location')]).toEqual([301, location])
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.has('strict-transport-security')).toBe(false)
  })

  test('plain HTTP redirects a POST with 308, which keeps the method, and logs no path', async ({
    secure,
  }) => {
    const { compose, httpPort, httpsPort } = secure
    const path = '/unsubscribe/mallory@shop.example'
    const url = `http://127.0.0.1:${httpPort}${path}`
    const response = await fetch(url, { method: 'POST', redirect: 'manual' })
    const location = `https://127.0.0.1:${httpsPort}${path}`
    expect([response.status, response.headers.get('location')]).toEqual([308, location])
    const logs = () => compose('logs', '--no-color', 'nginx-tls')
    await expect.poll(logs).toContain('"path":"elsewhere","status":308')
    expect(await logs()).not.toContain('mallory')
  })

  test('no certificate is requested beside the one of the owner', async ({ secure }) => {
    const logs = await secure.compose('logs', '--no-color', 'certificate')
    expect(logs).toContain('TLS_DIR has a certificate, so none is requested.')
  })

  test('a failed TLS handshake is not logged', async ({ secure, clients }) => {
    const { httpsPort, compose } = secure
    const socket = connectPlain(httpsPort, '127.0.0.1', () => socket.write(BROKEN_HELLO))
    const [response] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(response[0], 'the type of the TLS record').toBe(ALERT)
    // The log of the handshake would be before the one of a later request.
    const path = '/site.webmanifest'
    const logs = () => compose('logs', '--no-color', 'nginx-tls')
    expect((await clients.get(path)).statusCode).toBe(200)
    await expect.poll(logs).toContain(`"path":"${path}","status":200`)
    expect(await logs()).not.toMatch(/handshake|SSL/)
  })

  test('the ACME challenge is served over plain HTTP', async ({ secure }) => {
    const { compose, httpPort } = secure
    const path = '/.well-known/acme-challenge'
    const write = `mkdir -p "$0" && printf proof >"$0/token"`
    const folder = `/run/certificate/challenge${path}`
    await compose('exec', '-T', 'certificate', 'sh', '-ec', write, folder)
    const get = (name: string) =>
      fetch(`http://127.0.0.1:${httpPort}${path}/${name}`, { redirect: 'manual' })
    const proof = await get('token')
    expect([proof.status, await proof.text()]).toEqual([200, 'proof'])
    expect(proof.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect((await get('nothing')).status).toBe(404)
    expect((await get('..%2f..%2fnothing')).status).toBe(301)
  })

  test.for([
    ['a page', '/', 200],
    ['a missing page', '/nothing', 404],
    ['an error of the API', '/api/nothing', 404],
    ['an error of nginx', '/%', 400],
  ] as const)(
    'over TLS, %s has Strict-Transport-Security',
    async ([_, path, wanted], { clients }) => {
      const { statusCode, headers } = await clients.get(path)
      expect([statusCode, headers['strict-transport-security']]).toEqual([wanted, HSTS])
    },
  )

  test('responses over plain HTTP do not ask for TLS', async ({ secure, clients }) => {
    const plain = await fetch(secure.url)
    expect(plain.headers.has('strict-transport-security')).toBe(false)
    expect(plain.headers.has('alt-svc')).toBe(false)
    const upgrade = 'upgrade-insecure-requests'
    expect(plain.headers.get('content-security-policy')).not.toContain(upgrade)
    expect((await clients.get('/')).headers['content-security-policy']).toContain(upgrade)
  })

  test('with HTTP3=on, a visitor joins over HTTP/3, which alt-svc offers', async ({
    secure,
    clients,
  }) => {
    const { headers } = await clients.get('/')
    expect(headers['alt-svc']).toBe(`h3=":${secure.httpsPort}"; ma=86400`)
    const response = await clients.http3(
      WAITLIST_PATH,
      ...['--header', 'content-type: application/json', '--header', `origin: ${secure.origin}`],
      ...['--data', JSON.stringify(bodyOf(newPerson()))],
    )
    expect(response).toMatch(/^HTTP\/3 201/)
    expect(response).toContain('{"status":"joined"}')
  })
})
