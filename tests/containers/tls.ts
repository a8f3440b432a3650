import { type ConnectionOptions, connect } from 'node:tls'
import { expect, test } from 'vitest'
import { sendRaw } from '../support/raw-http.ts'
import { secureClients } from './secure-clients.ts'
import { HOST, type SecureStack } from './secure-stack.ts'

const HSTS = 'max-age=63072000'

/** TLS 1.2's ClientHello (RFC 5246, 7.4.1.2) that would have everything compressed. */
const BROKEN_HELLO = Buffer.from(
  `160301002f0100002b0303${'00'.repeat(32)}000004c02bc02f0101`,
  'hex',
).toString('latin1')

/** What the profile `tls` adds: protocols, redirects, headers. */
export function tls(running: () => SecureStack): void {
  const { get, shake } = secureClients(running)

  test.each([
    ['TLSv1.2', 'ECDHE'],
    ['TLSv1.3', 'TLS_'],
  ] as const)(
    '%s is spoken, with a certificate that the authority vouches for',
    async (version, cipher) => {
      const socket = await shake({ minVersion: version, maxVersion: version })
      expect([socket.getProtocol(), socket.authorized]).toEqual([version, true])
      expect(socket.getCipher().name).toMatch(new RegExp(`^${cipher}`))
      socket.destroy()
    },
  )

  // Each is the server's own alert: this side would speak it. Its prefix is OpenSSL's version's.
  test.each<[string, ConnectionOptions, RegExp]>([
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
  ])('%s is refused', async (_, options, code) => {
    await expect(shake(options)).rejects.toMatchObject({ code: expect.stringMatching(code) })
  })

  test('HTTP/2 is agreed on, and HTTP/1.1 where that is all', async () => {
    const agreed = async (ALPNProtocols: string[]) => {
      const socket = await shake({ ALPNProtocols })
      socket.destroy()
      return socket.alpnProtocol
    }
    expect(await agreed(['h2', 'http/1.1'])).toBe('h2')
    expect(await agreed(['http/1.1'])).toBe('http/1.1')
  })

  test('keys are exchanged in a way that is safe from quantum computers, by those who can', async () => {
    const { visitor } = running()
    const shown = await visitor('sh', '-c', 'openssl s_client -connect nginx-tls:8443 </dev/null')
    expect(shown).toContain('Negotiated TLS1.3 group: X25519MLKEM768')
  })

  test('the answer of the OCSP responder comes with the certificate', async () => {
    const stapled = () =>
      new Promise<number>((resolve, reject) => {
        const { httpsPort, authority } = running()
        const options = { servername: HOST, ca: authority, requestOCSP: true }
        const socket = connect(httpsPort, '127.0.0.1', options)
        socket.once('error', reject)
        socket.once('OCSPResponse', (answer: Buffer | null) => {
          socket.destroy()
          resolve(answer?.length ?? 0)
        })
      })
    // nginx asks for it when the first visitor has come
    await expect.poll(stapled, { timeout: 20_000 }).toBeGreaterThan(100)
  })

  test.each([
    ['/', '/'],
    ['/features', '/features'],
    ['/features/?a=1', '/features?a=1'],
    ['/index.html', '/'],
    ['/nothing/', '/nothing/'],
    ['//evil.example/', '//evil.example/'],
    ['/api/health', '/api/health'],
  ])('plain HTTP: %s leads to %s by TLS in one step', async (from, to) => {
    const answer = await fetch(`http://127.0.0.1:${running().httpPort}${from}`, {
      redirect: 'manual',
    })
    const location = `https://127.0.0.1:${running().httpsPort}${to}`
    expect([answer.status, answer.headers.get('location')]).toEqual([301, location])
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.has('strict-transport-security')).toBe(false)
  })

  test('plain HTTP: nothing of what was asked for is logged', async () => {
    const { httpPort, compose } = running()
    const path = '/unsubscribe/mallory@shop.example'
    await fetch(`http://127.0.0.1:${httpPort}${path}`, { redirect: 'manual' })
    const logs = await compose('logs', '--no-color', 'nginx-tls')
    expect(logs).toContain('"path":"elsewhere","status":301')
    expect(logs).not.toContain('mallory')
  })

  test('plain HTTP: what was sent is sent again by TLS, as it was', async () => {
    const { httpPort, httpsPort } = running()
    const url = `http://127.0.0.1:${httpPort}/api/waitlist`
    const answer = await fetch(url, { method: 'POST', redirect: 'manual' })
    const location = `https://127.0.0.1:${httpsPort}/api/waitlist`
    expect([answer.status, answer.headers.get('location')]).toEqual([308, location])
  })

  test('plain HTTP: who names no host is sent nowhere', async () => {
    const bytes = 'GET /features HTTP/1.0\r\n\r\n'
    const [answer] = await sendRaw(`http://127.0.0.1:${running().httpPort}`, bytes)
    expect([answer?.status, answer?.headers['location']]).toEqual([400, undefined])
  })

  test('nothing is logged of TLS that nobody can speak', async () => {
    const { httpsPort, compose } = running()
    expect(await sendRaw(`https://127.0.0.1:${httpsPort}`, BROKEN_HELLO)).toEqual([])
    expect(await compose('logs', '--no-color', 'nginx-tls')).not.toContain('SSL_do_handshake')
  })

  test('what proves to the authority that the host is ours is served by plain HTTP', async () => {
    const { visitor, httpPort } = running()
    const path = '/.well-known/acme-challenge'
    const write = `mkdir -p "$0" && printf proof >"$0/token"`
    await visitor('sh', '-ec', write, `/certificates/acme${path}`)
    const ask = (name: string) =>
      fetch(`http://127.0.0.1:${httpPort}${path}/${name}`, { redirect: 'manual' })
    const proof = await ask('token')
    expect([proof.status, await proof.text()]).toEqual([200, 'proof'])
    expect(proof.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect((await ask('nothing')).status).toBe(404)
    expect((await ask('..%2f..%2fnothing')).status).toBe(301)
  })

  test('plain HTTP at the port of TLS is led to TLS', async () => {
    const answer = await fetch(`http://127.0.0.1:${running().httpsPort}/features?a=1`, {
      redirect: 'manual',
    })
    const location = `https://127.0.0.1:${running().httpsPort}/features?a=1`
    expect([answer.status, answer.headers.get('location')]).toEqual([301, location])
  })

  test.each([
    ['a page', '/', 200],
    ['a redirect', '/features/', 301],
    ['a page that is not there', '/nothing', 404],
    ['an API answer', '/api/health', 200],
    ['an API error', '/api/nothing', 404],
    ['an error of nginx', '/%', 400],
  ])('by TLS, %s asks for TLS from now on', async (_, path, wanted) => {
    const { statusCode, headers } = await get(path)
    expect([statusCode, headers['strict-transport-security']]).toEqual([wanted, HSTS])
  })

  test('only by TLS is anything asked for by TLS', async () => {
    const plain = await fetch(running().url)
    expect(plain.headers.has('strict-transport-security')).toBe(false)
    expect(plain.headers.has('alt-svc')).toBe(false)
    const upgrade = 'upgrade-insecure-requests'
    expect(plain.headers.get('content-security-policy')).not.toContain(upgrade)
    expect((await get('/')).headers['content-security-policy']).toContain(upgrade)
  })

  test('what is built for one nginx is what the other runs', async () => {
    const image = (service: string) => running().compose('images', '--quiet', service)
    expect(await image('nginx-tls')).toBe(await image('nginx'))
  })
}
