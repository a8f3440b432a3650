import { expect, test } from 'vitest'
import { docsCommands } from '../support/docs.ts'
import { secureClients } from '../support/stack/secure-clients.ts'
import { describeStack, useSecureStack } from '../support/stack/use-stack.ts'

describeStack('a renewed certificate', () => {
  const running = useSecureStack()

  const { get, http3, shake } = secureClients(running)

  test('nginx reads a renewed certificate on SIGHUP and loses no request meanwhile', async () => {
    const served = async () => {
      const socket = await shake({})
      const { serialNumber } = socket.getPeerCertificate()
      socket.destroy()
      return serialNumber
    }
    const before = await served()
    const statuses: unknown[] = []
    let renewed = false
    const visits = (async () => {
      while (!renewed) statuses.push(await get('/').then(({ statusCode }) => statusCode, String))
    })()

    try {
      const { visitor, shell } = running()
      const { install, signal } = deployHook()
      const here = ['mkdir -p /tmp/here', 'cd /tmp/here', 'ln -sfn /certificates/site certs']
      const lineage = 'RENEWED_LINEAGE=/certificates/renewed'
      const installing = (lines: readonly string[]) =>
        visitor('sh', '-ec', [...here, lineage, ...lines].join('\n'))
      await installing(install.slice(0, 1))
      await expect(shell(signal), 'of another key').rejects.toThrow('key values mismatch')
      await installing(install)
      await shell(signal)
      await expect.poll(served, { timeout: 20_000 }).not.toBe(before)
      // An old worker of nginx may take HTTP/3 packets until it has ended.
      const byHttp3 = () => http3('/', '--max-time', '5').catch(String)
      await expect.poll(byHttp3, { timeout: 100_000, interval: 500 }).toMatch(/^HTTP\/3 200/)
    } finally {
      renewed = true
      await visits
    }
    expect(statuses.length).toBeGreaterThan(10)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  }, 180_000)
})

/** The commands of certbot's hook in docs/install.md. */
function deployHook(): { readonly install: readonly string[]; readonly signal: string } {
  const hook = docsCommands('install', 'TLS').find((commands) =>
    commands.includes('$RENEWED_LINEAGE'),
  )
  const lines = hook?.split('\n') ?? []
  const startingWith = (word: string) => lines.filter((line) => line.startsWith(`${word} `))
  const [signal = ''] = startingWith('docker')
  return { install: startingWith('install'), signal }
}
