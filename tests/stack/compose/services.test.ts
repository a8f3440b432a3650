import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { CLOSE_LIMIT_MS } from '../../../api/src/system/server.ts'
import type { Stack } from '../support/stack.ts'
import { describeStack, test } from '../support/test.ts'

/**
 * How many seconds Docker waits by default before it kills a service. That is too few for a database or a slow
 * download.
 */
const DEFAULT_GRACE_SECONDS = 10

/** A service in the output of `docker compose config`. */
interface Service {
  readonly ports?: readonly unknown[]
}

/** A container in the output of `docker inspect`. */
interface Container {
  readonly Config: {
    readonly Labels: Readonly<Record<string, string>>
    readonly StopTimeout: number
  }
  readonly State: {
    readonly Status: string
    readonly ExitCode: number
    readonly StartedAt: string
    readonly FinishedAt: string
    readonly Health?: { readonly Status: string }
  }
}

describeStack('the services of docker-compose.yml', () => {
  const config = async (stack: Stack) =>
    JSON.parse(await stack.compose('--profile', '*', 'config', '--format', 'json'))

  /** Returns the containers that `up` started, by service, without those that `run` started. */
  async function containersOf(stack: Stack): Promise<Map<string, Container>> {
    const of = 'label=com.docker.compose'
    const filters = `--filter ${of}.project=$COMPOSE_PROJECT_NAME --filter ${of}.oneoff=False`
    const shown = await stack.shell(`docker inspect $(docker ps --all --quiet ${filters})`)
    const service = 'com.docker.compose.service'
    return new Map(
      (JSON.parse(shown) as Container[]).map((each) => [each.Config.Labels[service] ?? '', each]),
    )
  }

  test('after `up --wait`, all services are healthy and have started in order', async ({
    stack,
  }) => {
    const containers = await containersOf(stack)
    const states = [...containers].map(([name, { State }]) => [
      name,
      State.Health?.Status ?? (State.Status === 'exited' ? State.ExitCode : State.Status),
    ])
    expect(Object.fromEntries(states)).toEqual({
      db: 'healthy',
      owner: 0,
      migrate: 0,
      api: 'healthy',
      worker: 'running',
      site: 0,
      nginx: 'healthy',
    })

    const started = (name: string) => Date.parse(containers.get(name)?.State.StartedAt ?? '')
    const ended = (name: string) => Date.parse(containers.get(name)?.State.FinishedAt ?? '')
    // Docker does not record when the database became healthy, so the test reads what Compose waits for.
    const { services } = await config(stack)
    expect(services.owner.depends_on.db).toMatchObject({ condition: 'service_healthy' })
    expect(started('migrate')).toBeGreaterThanOrEqual(ended('owner'))
    expect(started('api')).toBeGreaterThanOrEqual(ended('migrate'))
    expect(started('worker')).toBeGreaterThanOrEqual(ended('migrate'))
    expect(started('nginx')).toBeGreaterThanOrEqual(Math.max(ended('site'), started('api')))
  })

  test('only nginx publishes a port, and the database has no route out', async ({ stack }) => {
    const { networks, services } = await config(stack)
    const open = Object.entries<Service>(services).filter(([, { ports }]) => ports !== undefined)
    expect(open.map(([name]) => name).sort()).toEqual(['nginx', 'nginx-tls'])
    expect(services.nginx.ports).toMatchObject([{ host_ip: '127.0.0.1', target: 8080 }])
    expect(Object.keys(services.db.networks)).toEqual(['data'])
    expect(networks.data.internal).toBe(true)
  })

  test('each service has time to finish its work before Docker kills it', async ({ stack }) => {
    const containers = await containersOf(stack)
    const grace = (service: string) => containers.get(service)?.Config.StopTimeout
    expect(grace('api')).toBeGreaterThan(CLOSE_LIMIT_MS / 1_000)
    for (const name of ['db', 'nginx'])
      expect(grace(name), name).toBeGreaterThan(DEFAULT_GRACE_SECONDS)
  })

  test('the stack takes brand, port, origin and database from .env', async ({ stack }) => {
    const folder = await mkdtemp(join(tmpdir(), 'env-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const settings = {
      BRAND_NAME: 'Nova',
      PORT: '8123',
      HOST: '::',
      SITE_URL: 'https://shop.example',
      DATABASE_URL: 'postgres://api:secret@db.example/waitlist?sslmode=verify-full',
      DATABASE_OWNER_URL: 'postgres://owner:secret@db.example/waitlist?sslmode=verify-full',
    }
    const lines = Object.entries(settings).map((setting) => setting.join('='))
    await writeFile(join(folder, '.env'), lines.join('\n'))
    // The environment sets the test's port, which would override the file.
    const command =
      'env --unset PORT docker compose --env-file .env --profile program config --format json'
    const { services } = JSON.parse(await stack.shell(command, { folder }))
    const { HOST, SITE_URL, DATABASE_URL, DATABASE_OWNER_URL } = settings
    expect(services).toMatchObject({
      site: { build: { args: { BRAND_NAME: settings.BRAND_NAME } } },
      nginx: { ports: [{ host_ip: HOST, published: settings.PORT, target: 8080 }] },
      api: { environment: { SITE_URL, DATABASE_URL } },
      migrate: { environment: { DATABASE_OWNER_URL } },
      // If HOST lets other machines in, emails must not link to localhost.
      worker: { environment: { SITE_URL, HOST, DATABASE_OWNER_URL } },
      waitlist: { environment: { SITE_URL, HOST, DATABASE_OWNER_URL } },
    })
    // The migrations do not create a role on an external database server.
    expect(services.migrate.environment.API_PASSFILE).toBeUndefined()
  })

  test.for([
    [
      'REAL_IP_FROM=10.0.0.1; return 200',
      "REAL_IP_FROM has '10.0.0.1;', which is neither an address",
    ],
    ['REAL_IP_FROM=0.0.0.0/0', "REAL_IP_FROM has '0.0.0.0/0', which would trust every"],
    [
      'REAL_IP_HEADER=X-Real-IP; a',
      "REAL_IP_HEADER is 'X-Real-IP; a', which is not the name of a header",
    ],
    ['API_REQUESTS_PER_SECOND=0', "API_REQUESTS_PER_SECOND is '0', which is not a whole number"],
    ['SITE_URL=https://a.test/app', 'SITE_ALIASES redirects to SITE_URL, which is'],
    ['SITE_URL=https://a"b', `SITE_ALIASES redirects to SITE_URL, which is 'https://a"b'`],
    [
      'SITE_ALIASES=a.test; return 200',
      "SITE_ALIASES contains 'a.test;', which is not a host name",
    ],
    ['TLS=yes', "TLS is 'yes', neither on nor off"],
  ] as const)(
    'nginx does not start with %s and says why',
    async ([setting, sentence], { stack }) => {
      // REAL_IP_HEADER is read only with REAL_IP_FROM, and SITE_URL only with SITE_ALIASES.
      const others = ['REAL_IP_FROM=fd00::1', 'SITE_URL=https://www.a.test', 'SITE_ALIASES=a.test']
      const settings = [...others, setting].flatMap((one) => ['--env', one])
      const start = ['/srv/releases/current/nginx/start.sh', '-t']
      await expect(
        stack.compose('exec', '-T', ...settings, 'nginx', ...start),
      ).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`nginx was not started: ${sentence}`),
      })
    },
  )
})
