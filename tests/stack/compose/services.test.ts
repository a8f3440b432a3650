// Guards services, page-not-sold.

import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'

import { describeStack, test } from '../../support/fixtures/stack.ts'
import type { Stack } from '../../support/stack/stack.ts'

const server = readFileSync(new URL('../../../api/src/server.ts', import.meta.url), 'utf8')

/** The API ends after this time, even if a request is still under way. In seconds. */
const closeLimit = Number(/CLOSE_LIMIT = (\d+)_000$/m.exec(server)?.[1])

/** Docker's default, which is short for a database and for a slow download. In seconds. */
const DEFAULT_GRACE = 10

/** The owner of the tables on a server elsewhere, and the API's role there. */
const DATABASE = 'postgres://api:secret@db.example/waitlist?sslmode=verify-full'
const OWNER = 'postgres://owner:secret@db.example/waitlist?sslmode=verify-full'

/** A service in the output of `docker compose config`. */
interface Service {
  readonly ports?: readonly { readonly published: string }[]
  readonly restart: string
  readonly healthcheck?: { readonly start_interval?: string }
  readonly deploy: { readonly resources: { readonly limits: Limits } }
  readonly logging: { readonly driver: string; readonly options: Record<string, string> }
}

interface Limits {
  readonly cpus: number
  readonly memory: string
  readonly pids: number
}

describeStack('the services of docker-compose.yml', () => {
  const config = async (stack: Stack) =>
    JSON.parse(await stack.compose('--profile', '*', 'config', '--format', 'json'))
  const inspect = async (stack: Stack, format: string, ids: string) =>
    (await stack.shell(`docker inspect --format '${format}' ${ids}`)).trim()

  test('each service has limits, a bounded log and a restart policy', async ({ stack }) => {
    const services = Object.entries<Service>((await config(stack)).services)
    expect(services.map(([name]) => name)).toContain('valkey')
    for (const [name, { deploy, healthcheck, logging, restart }] of services) {
      expect.soft(healthcheck ? healthcheck.start_interval : '500ms', name).toBe('500ms')
      expect.soft(Object.keys(deploy.resources.limits), name).toEqual(['cpus', 'memory', 'pids'])
      // Docker refuses more than the machine has.
      expect.soft(deploy.resources.limits.cpus, name).toBeLessThanOrEqual(1)
      expect.soft(logging.options, name).toEqual({ 'max-file': '5', 'max-size': '10m' })
      const wanted = name === 'waitlist' ? /^no$/ : /^(?:unless-stopped|on-failure:5)$/
      expect.soft(restart, name).toMatch(wanted)
    }
    const published = services.filter(([, { ports }]) => ports !== undefined)
    expect(published.map(([name]) => name).sort()).toEqual(['nginx', 'nginx-tls'])
  })

  test('the networks of the database and of the metrics have no route out', async ({ stack }) => {
    const { networks, services } = await config(stack)
    expect(Object.keys(services.db.networks)).toEqual(['data'])
    expect([networks.data.internal, networks.metrics.internal]).toEqual([true, true])
  })

  test('each service has time to finish its work before Docker kills it', async ({ stack }) => {
    const grace = async (service: string) =>
      Number(
        await inspect(stack, '{{.Config.StopTimeout}}', `$(docker compose ps --quiet ${service})`),
      )
    expect(await grace('api')).toBeGreaterThan(closeLimit)
    expect(Math.min(await grace('db'), await grace('nginx'))).toBeGreaterThan(DEFAULT_GRACE)
  })

  test('.env sets the brand, the port, the address of the site and a database elsewhere', async ({
    stack,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'env-'))
    // The environment holds the port of the test and would win over the file.
    const command =
      'env --unset PORT docker compose --env-file .env --profile program config --format json'
    const configOf = async (...lines: string[]) => {
      await writeFile(join(folder, '.env'), lines.join('\n'))
      return JSON.parse(await stack.shell(command, { folder }))
    }
    const elsewhere = ['BRAND_NAME=Nova', 'PORT=8123', 'HOST=0.0.0.0', `DATABASE_URL=${DATABASE}`]
    const { services } = await configOf(...elsewhere)
    const named = await configOf('SITE_URL=https://shop.example')
    const owner = await configOf(...elsewhere, `DATABASE_OWNER_URL=${OWNER}`)
    await rm(folder, { recursive: true })
    expect(services.site.build.args.BRAND_NAME).toBe('Nova')
    expect(services.nginx.ports).toEqual([
      expect.objectContaining({ host_ip: '0.0.0.0', published: '8123', target: 8080 }),
    ])
    // Without SITE_URL, the API accepts forms from any address that leads to it.
    expect(services.api.environment.SITE_URL).toBeNull()
    expect(named.services.api.environment.SITE_URL).toBe('https://shop.example')
    // No email links to localhost once HOST lets other machines in.
    for (const name of ['worker', 'waitlist']) {
      expect(services[name].environment).toMatchObject({ SITE_URL: null, HOST: '0.0.0.0' })
      expect(named.services[name].environment.SITE_URL).toBe('https://shop.example')
    }
    expect(services.api.environment.DATABASE_URL).toBe(DATABASE)
    for (const name of ['migrate', 'waitlist']) {
      expect(services[name].environment.DATABASE_OWNER_URL).toBe(DATABASE)
      expect(owner.services[name].environment.DATABASE_OWNER_URL).toBe(OWNER)
    }
    // The migrations create no role on a server elsewhere.
    expect(services.migrate.environment.API_PASSFILE).toBeUndefined()
  })
})
