// Guards certificates.
// Runs by day if a change touches nginx/, docker-compose.yml, Dockerfile, tests/support/stack/.

import { expect } from 'vitest'
import { describeStack, test } from '../../support/fixtures/stack.ts'
import type { SecureStack } from '../../support/stack/secure-stack.ts'
import { certificateAt, whileVisitedByTls } from './certificate-visits.ts'

describeStack('a certificate of the owner', () => {
  const serial = async (secure: SecureStack) => (await certificateAt(secure.httpsPort)).serialNumber
  const install = (secure: SecureStack, from: string, name: string, mode = '400') =>
    secure.visitor(
      ...['install', `--mode=${mode}`, '--owner=10001'],
      ...[`/certificates/${from}/${name}`, `/certificates/site/${name}`],
    )
  const refusals = async (secure: SecureStack) => {
    const logs = await secure.compose('logs', '--no-color', 'nginx-tls')
    return logs.match(/The certificate is not used, because .*/g) ?? []
  }

  test.afterAll(({ secure }) => install(secure, 'renewed', 'privkey.pem'))

  test('nginx takes a replaced certificate by itself, once the key fits, and nobody sees an error', async ({
    secure,
  }) => {
    const before = await serial(secure)
    await whileVisitedByTls(secure.httpsPort, async () => {
      await install(secure, 'renewed', 'fullchain.pem')
      const wrong = 'nginx cannot use /run/tls/fullchain.pem /run/tls/privkey.pem together: '
      await expect.poll(() => refusals(secure)).toEqual([expect.stringContaining(wrong)])
      expect((await refusals(secure))[0]).toContain('key values mismatch')
      expect(await serial(secure)).toBe(before)
      await install(secure, 'renewed', 'privkey.pem')
      await expect.poll(() => serial(secure)).not.toBe(before)
    })
  })

  test('nginx keeps the certificate when the key cannot be read, and says so', async ({
    secure,
  }) => {
    const before = await serial(secure)
    await install(secure, 'renewed', 'privkey.pem', '000')
    const unreadable = 'because user 10001, who runs nginx, cannot read all of: /run/tls/fullchain'
    await expect.poll(() => refusals(secure)).toContainEqual(expect.stringContaining(unreadable))
    expect(await serial(secure)).toBe(before)
  })
})
