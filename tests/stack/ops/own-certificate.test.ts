import { expect, test } from 'vitest'
import { certificateAt, whileVisitedByTls } from '../../support/stack/certificate-visits.ts'
import { describeStack, useSecureStack } from '../../support/stack/use-stack.ts'

describeStack('a certificate of the owner', () => {
  const running = useSecureStack()

  const serial = async () => (await certificateAt(running().httpsPort)).serialNumber
  const install = (from: string, name: string, mode = '400') =>
    running().visitor(
      ...['install', `--mode=${mode}`, '--owner=10001'],
      ...[`/certificates/${from}/${name}`, `/certificates/site/${name}`],
    )
  const refusals = async () => {
    const logs = await running().compose('logs', '--no-color', 'nginx-tls')
    return logs.match(/The certificate is not used, because .*/g) ?? []
  }

  test('nginx takes a replaced certificate by itself, once the key fits, and nobody sees an error', async () => {
    const before = await serial()
    await whileVisitedByTls(running().httpsPort, async () => {
      await install('renewed', 'fullchain.pem')
      const wrong = 'nginx cannot use /run/tls/fullchain.pem /run/tls/privkey.pem together: '
      await expect.poll(refusals).toEqual([expect.stringContaining(wrong)])
      expect((await refusals())[0]).toContain('key values mismatch')
      expect(await serial()).toBe(before)
      await install('renewed', 'privkey.pem')
      await expect.poll(serial).not.toBe(before)
    })
  })

  test('nginx keeps the certificate when the key cannot be read, and says so', async () => {
    const before = await serial()
    await install('renewed', 'privkey.pem', '000')
    const unreadable = 'because user 10001, who runs nginx, cannot read all of: /run/tls/fullchain'
    await expect.poll(refusals).toContainEqual(expect.stringContaining(unreadable))
    expect(await serial()).toBe(before)
  })
})
