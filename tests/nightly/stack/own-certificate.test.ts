// Runs by day if a change touches nginx/, docker-compose.yml, Dockerfile, tests/stack/support/.

import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runWithCertificates, type SecureStack } from '../../stack/support/secure-stack.ts'
import { describeStack, test } from '../../stack/support/test.ts'
import { certificateAt, requestByTls } from './certificate-visits.ts'

describeStack('a certificate of the owner', () => {
  const serial = async (secure: SecureStack) => (await certificateAt(secure.httpsPort)).serialNumber
  /** Replaces a certificate file as docs/install.md describes. The file is owned by nginx's user. */
  const install = (secure: SecureStack, name: string, mode = '400') =>
    runWithCertificates(secure, `install --mode=${mode} --owner=10001 renewed/${name} site/${name}`)
  /** Runs `work` while a client keeps visiting the site. */
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

  test.afterAll(({ secure }) => install(secure, 'privkey.pem'))

  test('nginx serves a replaced certificate once its key is replaced', async ({ secure }) => {
    expect(await secure.compose('logs', '--no-color', 'certificate')).toContain('none is requested')
    const before = await serial(secure)
    await whileVisited(secure, async () => {
      await install(secure, 'fullchain.pem')
      const wrong = /nginx cannot use \/run\/tls\/fullchain\.pem .* together: .*key values mismatch/
      await expect.poll(() => log(secure)).toMatch(wrong)
      expect(await serial(secure)).toBe(before)
      await install(secure, 'privkey.pem')
      await expect.poll(() => serial(secure)).not.toBe(before)
    })
  })

  test('nginx keeps the old certificate and logs that it cannot read the new key', async ({
    secure,
  }) => {
    const renewed = await readFile(join(secure.certificates, 'renewed/fullchain.pem'))
    await install(secure, 'privkey.pem', '000')
    const unreadable = 'because user 10001, who runs nginx, cannot read all of: /run/tls/fullchain'
    await expect.poll(() => log(secure)).toContain(unreadable)
    expect(await serial(secure)).toBe(new X509Certificate(renewed).serialNumber)
  })
})
