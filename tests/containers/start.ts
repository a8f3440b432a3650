import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Stack } from './stack.ts'

/** With images built, on a machine that has nothing else to do. In seconds. */
const PROMISE = 10

/** What `docker compose config` says of a service. */
interface Service {
  readonly ports?: readonly { readonly published: string }[]
  readonly restart: string
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
  const seconds = async () => {
    const before = performance.now()
    await running().compose('up', '--detach', '--wait')
    return (performance.now() - before) / 1000
  }

  test('with images built and no data, all is healthy within 10 s', async () => {
    const measured: number[] = []
    const best = () => Math.min(...measured)
    // What else runs here, mostly other tests, has its share of the processors.
    const promise = () => PROMISE * Math.max(1, (loadavg()[0] ?? 0) / cpus().length)
    do {
      await running().compose('down', '--volumes')
      measured.push(await seconds())
    } while (measured.length < 3 && best() > promise())
    process.stdout.write(`Cold start: ${measured.map((time) => time.toFixed(1)).join(', ')} s\n`)
    expect(best()).toBeLessThan(promise())
  }, 180_000)

  test('each service has limits, a log that does not grow, and is started again', async () => {
    const config = await running().compose('--profile', '*', 'config', '--format', 'json')
    const services = Object.entries<Service>(JSON.parse(config).services)
    expect(services.map(([name]) => name)).toContain('valkey')
    for (const [name, { deploy, logging, restart }] of services) {
      expect.soft(Object.keys(deploy.resources.limits), name).toEqual(['cpus', 'memory', 'pids'])
      // Docker refuses more than the machine has.
      expect.soft(deploy.resources.limits.cpus, name).toBeLessThanOrEqual(1)
      expect.soft(logging.options, name).toEqual({ 'max-file': '5', 'max-size': '10m' })
      expect.soft(restart, name).toMatch(/^(?:unless-stopped|on-failure:5)$/)
    }
    const published = services.filter(([, { ports }]) => ports !== undefined)
    expect(published.map(([name]) => name).sort()).toEqual(['nginx', 'nginx-tls'])
  })

  test('a file .env sets brand, ports and secrets', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'env-'))
    const lines = ['BRAND_NAME=Nova', 'PORT=8123', 'HOST=0.0.0.0', 'DB_PASSWORD=secret']
    await writeFile(join(folder, '.env'), lines.join('\n'))
    // The environment, which has the test's port, goes before the file.
    const command = 'env --unset PORT docker compose --env-file .env config --format json'
    const { services } = JSON.parse(await running().shell(command, { folder }))
    await rm(folder, { recursive: true })
    expect(services.site.build.args.BRAND_NAME).toBe('Nova')
    expect(services.nginx.ports).toEqual([
      expect.objectContaining({ host_ip: '0.0.0.0', published: '8123', target: 8080 }),
    ])
    expect(services.db.environment.POSTGRES_PASSWORD).toBe('secret')
    expect(services.api.environment.PGPASSWORD).toBe('secret')
    expect(services.migrate.environment.PGPASSWORD).toBe('secret')
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
