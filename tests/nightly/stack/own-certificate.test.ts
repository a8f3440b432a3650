// Guards certificates.
// Runs by day if a change touches nginx/, docker-compose.yml, Dockerfile, tests/stack/support/.

import { expect } from 'vitest'
import type { SecureStack } from '../../stack/support/secure-stack.ts'
import { describeStack, test } from '../../stack/support/test.ts'
import { certificateAt, requestByTls } from './certificate-visits.ts'

describeStack('a certificate of the owner', () => {
  const serial = async (secure: SecureStack) => (await certificateAt(secure.httpsPort)).serialNumber
  const install = (secure: SecureStack, from: string, name: string, mode = '400') =>
    secure.visitor(
      ...['install', `--mode=${mode}`, '--owner=10001'],
      ...[`/certificates/${from}/${name}`, `/certificates/site/${name}`],
    )
  /** Does some work while somebody visits again and again. */
  const whileVisited = async ({ httpsPort }: SecureStack, work: () => Promise<unknown>) => {
    const seen: unknown[] = []
    let going = true
    const visit = async () => {
      while (going) seen.push(await requestByTls(httpsPort).then((r) => r.statusCode, String))
    }
    const visits = visit()
    await work().finally(() => {
      going = false
    })
    await visits
    expect(seen.length).toBeGreaterThan(10)
    expect(seen.filter((status) => status !== 200)).toEqual([])
  }
  const log = (secure: SecureStack) => secure.compose('logs', '--no-color', 'nginx-tls')

  test.afterAll(({ secure }) => install(secure, 'renewed', 'privkey.pem'))

  test('nginx takes a replaced certificate by itself, once the key fits, and nobody sees an error', async ({
    secure,
  }) => {
    expect(await secure.compose('logs', '--no-color', 'certificate')).toContain('none is requested')
    const before = await serial(secure)
    await whileVisited(secure, async () => {
      await install(secure, 'renewed', 'fullchain.pem')
      const wrong = /nginx cannot use \/run\/tls\/fullchain\.pem .* together: .*key values mismatch/
      await expect.poll(() => log(secure)).toMatch(wrong)
      expect(await serial(secure)).toBe(before)
      await install(secure, 'renewed', 'privkey.pem')
      await expect.poll(() => serial(secure)).not.toBe(before)
    })
  })

  test('nginx keeps the certificate when the key cannot be read, and says so', async ({
    secure,
  }) => {
    const print = ['openssl', 'x509', '-noout', '-serial', '-in']
    const renewed = await secure.visitor(...print, '/certificates/renewed/certificate.pem')
    await install(secure, 'renewed', 'privkey.pem', '000')
    const unreadable = 'because user 10001, who runs nginx, cannot read all of: /run/tls/fullchain'
    await expect.poll(() => log(secure)).toContain(unreadable)
    expect(`serial=${await serial(secure)}\n`).toBe(renewed)
  })
})
