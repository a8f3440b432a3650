import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Stack } from './stack.ts'

/** With images built, on a machine that has nothing else to do. In seconds. */
const PROMISE = 10

/**
 * Where others have their share of the processors, it may take as long as so many containers
 * that only say Node's version, just before or after. Measured were 5 to 8, and up to 13 when
 * others had just begun.
 */
const CONTAINERS = 15

const server = readFileSync(new URL('../../api/src/server.ts', import.meta.url), 'utf8')

/** When the API gives up by itself. In seconds. */
const closeLimit = Number(/CLOSE_LIMIT = (\d+)_000$/m.exec(server)?.[1])

/** A server elsewhere, and the owner of the tables there. */
const DATABASE = 'postgres://api:secret@db.example/waitlist?sslmode=verify-full'
const OWNER = 'postgres://owner:secret@db.example/waitlist?sslmode=verify-full'

/** What Docker gives by itself, short for a database and for a slow line. In seconds. */
const DOCKERS_GRACE = 10

/** What `docker compose config` says of a service. */
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

/** How the services come up, and within which bounds. */
export function start(running: () => Stack): void {
  const seconds = async (...command: string[]) => {
    const before = performance.now()
    await running().compose(...command)
    return (performance.now() - before) / 1000
  }

  const container = () => seconds('run', '--rm', '--no-deps', 'api', 'node', '--version')

  test('with images built and no data, all is healthy within 10 s', async () => {
    const starts: { readonly took: number; readonly bound: number }[] = []
    const inTime = () => starts.some(({ took, bound }) => took < bound)
    do {
      const before = await container()
      await running().compose('down', '--volumes')
      const took = await seconds('up', '--detach', '--wait')
      const bound = CONTAINERS * Math.max(before, await container())
      starts.push({ took, bound: Math.max(PROMISE, bound) })
    } while (starts.length < 3 && !inTime())
    const shown = starts.map(({ took, bound }) => `${took.toFixed(1)} of ${bound.toFixed(1)} s`)
    process.stdout.write(`Cold start: ${shown.join(', ')}\n`)
    expect(inTime(), shown.join(', ')).toBe(true)
  }, 180_000)

  const config = async () =>
    JSON.parse(await running().compose('--profile', '*', 'config', '--format', 'json'))

  test('each service has limits, a bounded log and a restart policy', async () => {
    const services = Object.entries<Service>((await config()).services)
    expect(services.map(([name]) => name)).toContain('valkey')
    for (const [name, { deploy, healthcheck, logging, restart }] of services) {
      // Most of a start would be waiting, which is lost in the time that a busy machine is given.
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

  test('no way leads out of where the data and the metrics are', async () => {
    const { networks, services } = await config()
    expect(Object.keys(services.db.networks)).toEqual(['data'])
    expect([networks.data.internal, networks.metrics.internal]).toEqual([true, true])
  })

  test('the API is healthy when it is ready, which takes its database', async () => {
    const { api } = (await config()).services
    expect(api.healthcheck.test.join(' ')).toContain('/api/ready')
  })

  test('what is under way has time to end', async () => {
    const grace = async (service: string) => {
      const id = `$(docker compose ps --quiet ${service})`
      const format = '{{.Config.StopTimeout}}'
      return Number(await running().shell(`docker inspect --format '${format}' ${id}`))
    }
    expect(await grace('api')).toBeGreaterThan(closeLimit)
    expect(Math.min(await grace('db'), await grace('nginx'))).toBeGreaterThan(DOCKERS_GRACE)
  })

  test('a file .env sets brand, ports and a database elsewhere', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'env-'))
    // The environment, which has the test's port, goes before the file.
    const command =
      'env --unset PORT docker compose --env-file .env --profile program config --format json'
    const configOf = async (...lines: string[]) => {
      await writeFile(join(folder, '.env'), lines.join('\n'))
      return JSON.parse(await running().shell(command, { folder }))
    }
    const elsewhere = ['BRAND_NAME=Nova', 'PORT=8123', 'HOST=0.0.0.0', `DATABASE_URL=${DATABASE}`]
    const { services } = await configOf(...elsewhere)
    const owner = await configOf(...elsewhere, `DATABASE_OWNER_URL=${OWNER}`)
    await rm(folder, { recursive: true })
    expect(services.site.build.args.BRAND_NAME).toBe('Nova')
    expect(services.nginx.ports).toEqual([
      expect.objectContaining({ host_ip: '0.0.0.0', published: '8123', target: 8080 }),
    ])
    expect(services.api.environment.DATABASE_URL).toBe(DATABASE)
    for (const name of ['migrate', 'waitlist']) {
      expect(services[name].environment.DATABASE_OWNER_URL).toBe(DATABASE)
      expect(owner.services[name].environment.DATABASE_OWNER_URL).toBe(OWNER)
    }
    // The roles of a server elsewhere are not ours to create.
    expect(services.migrate.environment.API_PASSFILE).toBeUndefined()
  })

  test('the engine keeps those bounds', async () => {
    const ids = '$(docker compose ps --quiet)'
    const format = '{{.HostConfig.Memory}} {{.HostConfig.NanoCpus}} {{.HostConfig.PidsLimit}}'
    const output = await running().shell(`docker inspect --format '${format}' ${ids}`)
    const bounds = output.trim().split('\n')
    expect(bounds).toHaveLength(3)
    for (const bound of bounds) expect(bound).toMatch(/^[1-9]\d+ [1-9]\d+ [1-9]\d+$/)
  })
}
