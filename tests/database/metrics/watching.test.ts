// Guards alerts.

import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WAITLIST_PATH } from '@ad-kit/contract'
import getPort from 'get-port'
import { beforeAll, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { readOwnerConfig } from '../../../api/src/config/owner.ts'
import { openMetricsPort } from '../../../api/src/metrics/port.ts'
import { openPost } from '../../../api/src/outbox/post.ts'
import { startWorker } from '../../../api/src/worker/start-worker.ts'
import { startApp } from '../../support/app.ts'
import { freshDatabase } from '../../support/database.ts'
import { describeUnless } from '../../support/describe-unless.ts'
import { scrape } from '../../support/metrics.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { missingRedis, startTestRedis } from '../../support/redis.ts'
import { ROOT } from '../../support/repository.ts'
import { postgresUrl } from '../../support/shared.ts'
import { TEMPLATES } from '../../support/worker.ts'
import { type Matcher, readQuery } from './promql.ts'

const read = (file: string): string => readFileSync(join(ROOT, 'deploy/prometheus', file), 'utf8')

interface Rule {
  readonly alert: string
  readonly expr: string
}
const rules: readonly Rule[] = parse(read('alerts.yml')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
)

interface Panel {
  readonly title: string
  readonly targets: readonly { readonly expr: string }[]
}
const panels: readonly Panel[] = JSON.parse(read('dashboard.json')).panels

const queries = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
]

/** Metrics that these processes do not serve, with their labels: what Prometheus itself and its exporter add. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  up: [],
  probe_success: [],
  // Only with an address in HTTPS.
  waitlist_certificate_expiry_timestamp_seconds: [],
  // Only after an error.
  database_errors_total: ['code'],
  nginx_connections_active: [],
  nginx_connections: ['state'],
}

/** Prometheus gives these to each target, and calls a metric's own `job` by the third name. */
const [TARGET, OWN_JOB] = [['job', 'instance'], 'exported_job']

/** Labels whose values come from the code, so that every one is served at any time. */
const CLOSED = ['outcome', 'kind', 'route', 'le']

type Served = Map<string, Map<string, Set<string>>>

function addServed(served: Served, text: string): void {
  for (const line of text.split('\n')) {
    const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? []
    if (name === '') continue
    const values = served.get(name) ?? new Map<string, Set<string>>()
    served.set(name, values)
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      values.set(label, (values.get(label) ?? new Set()).add(value))
    }
  }
}

/** Serves the metrics of an API that has taken a signup, and of a worker, and reads them. */
async function readServed(): Promise<Served> {
  const served: Served = new Map()
  const folder = await mkdtemp(join(tmpdir(), 'watching-'))
  const redis = await startTestRedis()
  const databaseUrl = await freshDatabase(postgresUrl(), 'migrated')
  const [apiPort, workerPort] = [await getPort(), await getPort()]
  const app = await startApp(databaseUrl, {
    METRICS_PORT: String(apiPort),
    REDIS_URL: redis.url,
  })
  const post = await openPost(readOwnerConfig({ DATA_DIR: folder }), TEMPLATES)
  const log = { info: () => {}, warn: () => {} }
  const worker = startWorker({ ...post, ownerUrl: databaseUrl, log })
  const onError = (error: Error) => expect.unreachable(error.message)
  const closePort = await openMetricsPort(worker.registry, {
    host: '127.0.0.1',
    port: workerPort,
    onError,
  })
  try {
    await app.http.get('/api/ready')
    await app.http.post(WAITLIST_PATH).send(bodyOf(newPerson()))
    addServed(served, (await scrape(apiPort)).text)
    // The worker runs the jobs once it has started.
    const isDone = async () =>
      expect((await scrape(workerPort)).text).toContain('waitlist_job_last_run_timestamp_seconds{')
    await vi.waitFor(isDone, 60_000)
    addServed(served, (await scrape(workerPort)).text)
  } finally {
    closePort()
    await Promise.all([worker.stop(), app.close()])
    await redis.stop()
    await rm(folder, { recursive: true })
  }
  return served
}

const matches = ({ operator, value }: Matcher, served: string): boolean =>
  operator.includes('~') ? new RegExp(`^(?:${value})$`).test(served) : value === served

describeUnless(missingRedis, 'the alerts and the dashboard', () => {
  let served: Served
  beforeAll(async () => {
    served = await readServed()
  })

  const labelsOf = (metric: string): string[] => [
    ...TARGET,
    ...(ELSEWHERE[metric] ?? []),
    ...[...(served.get(metric)?.keys() ?? [])].map((label) => (label === 'job' ? OWN_JOB : label)),
  ]

  test.each(queries)(
    '"%s" asks for metrics and labels that the processes serve: %s',
    (_, query) => {
      const { metrics, grouping } = readQuery(query)
      expect(metrics.length).toBeGreaterThan(0)
      for (const { name, matchers } of metrics) {
        if (!(name in ELSEWHERE)) expect([...served.keys()]).toContain(name)
        for (const matcher of matchers) {
          expect(labelsOf(name)).toContain(matcher.label)
          if (!CLOSED.includes(matcher.label) || name in ELSEWHERE) continue
          const values = [...(served.get(name)?.get(matcher.label) ?? [])]
          // Each word of `a|b`: one that no process serves is misspelt.
          for (const value of matcher.value.split('|')) {
            const found = values.filter((served) => matches({ ...matcher, value }, served))
            expect(found, `${matcher.label}: ${value}`).not.toEqual([])
          }
        }
      }
      const labels = metrics.flatMap(({ name }) => labelsOf(name))
      for (const label of grouping) expect(labels).toContain(label)
    },
  )

  test('the dashboard shows every metric of this project', () => {
    const shown = panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => readQuery(expr).metrics.map(({ name }) => name)),
    )
    const own = [...served.keys()].filter((name) => /^(?:waitlist|mail|database)_/.test(name))
    expect(own.length).toBeGreaterThan(10)
    const stems = new Set(shown.map((name) => name.replace(/_(?:bucket|sum|count)$/, '')))
    expect(own.filter((name) => !stems.has(name.replace(/_(?:bucket|sum|count)$/, '')))).toEqual([])
  })
})
