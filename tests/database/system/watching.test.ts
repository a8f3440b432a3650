// Guards alerts.

import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WAITLIST_PATH } from '@ad-kit/contract'
import { parser } from '@prometheus-io/lezer-promql'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { startApp } from '../../support/app.ts'
import { freshDatabase } from '../../support/database.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { freePort } from '../../support/ports.ts'
import { ROOT } from '../../support/repository.ts'
import { postgresUrl } from '../../support/shared.ts'
import { startTestWorker } from '../../support/worker.ts'
import { scrape } from '../support/metrics.ts'

const read = (file: string): string => readFileSync(join(ROOT, 'deploy/prometheus', file), 'utf8')

interface Expression {
  readonly expr: string
}
const groups: readonly { rules: readonly Expression[] }[] = parse(read('alerts.yml')).groups
const panels: readonly { targets: readonly Expression[] }[] = JSON.parse(
  read('dashboard.json'),
).panels
const shown = panels.flatMap(({ targets }) => targets)
const expressions = [...groups.flatMap(({ rules }) => rules), ...shown].map(({ expr }) => expr)

/** The parts of an expression in PromQL that have one of these names in its grammar. */
function partsOf(expression: string, part: string): string[] {
  const found: string[] = []
  parser.parse(expression).iterate({
    enter({ name, type, from, to }) {
      if (type.isError) throw new Error(`PromQL cannot be parsed: ${expression}`)
      if (name === part) found.push(expression.slice(from, to))
    },
  })
  return found
}
const metricsOf = (expression: string) => partsOf(expression, 'Identifier')

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

describe('the alerts and the dashboard', () => {
  /** The samples of an API that has taken a signup, and of a worker that has run its jobs. */
  const served: { readonly name: string; readonly labels: Map<string, string> }[] = []
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'watching-'))
    const port = await freePort()
    const app = await startApp(await freshDatabase(postgresUrl(), 'migrated'), {
      METRICS_PORT: String(port),
    })
    const worker = await startTestWorker(app, { DATA_DIR: folder })
    await app.http.get('/api/ready')
    await app.http.post(WAITLIST_PATH).send(bodyOf(newPerson()))
    const hasRun = async () =>
      expect(await worker.registry.metrics()).toContain('waitlist_job_last_run_timestamp_seconds{')
    await vi.waitFor(hasRun, 60_000)
    const text = (await scrape(port)).text + (await worker.registry.metrics())
    for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
      const values = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(
        ([, label = '', value = '']): [string, string] => [label, value],
      )
      served.push({ name, labels: new Map(values) })
    }
    return async () => {
      await Promise.all([worker.stop(), app.close()])
      await rm(folder, { recursive: true })
    }
  })

  test.each(expressions)('the processes serve the metrics and labels of %s', (expression) => {
    const metrics = metricsOf(expression)
    expect(metrics).not.toEqual([])
    const samples = served.filter(({ name }) => metrics.includes(name))
    expect([...samples.map(({ name }) => name), ...Object.keys(ELSEWHERE)]).toEqual(
      expect.arrayContaining(metrics),
    )
    const own = samples.flatMap(({ labels }) => [...labels.keys()])
    const elsewhere = metrics.flatMap((name) => ELSEWHERE[name] ?? [])
    expect([
      ...TARGET,
      ...elsewhere,
      ...own.map((label) => (label === 'job' ? OWN_JOB : label)),
    ]).toEqual(expect.arrayContaining(partsOf(expression, 'LabelName')))

    for (const matcher of partsOf(expression, 'UnquotedLabelMatcher')) {
      const [, label = '', wanted = ''] = /^(\w+)[!=~]+"(.*)"$/.exec(matcher) ?? []
      if (!CLOSED.includes(label)) continue
      const values = samples.map(({ labels }) => labels.get(label))
      // Each word of `a|b`: one that no process serves is misspelt.
      for (const word of wanted.split('|')) expect(values, matcher).toContain(word)
    }
  })

  test('the dashboard shows every metric of this project', () => {
    const stem = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '')
    const own = served.map(({ name }) => stem(name))
    const stems = new Set(own.filter((name) => /^(?:waitlist|mail|database)_/.test(name)))
    expect(stems.size).toBeGreaterThan(10)
    expect(shown.flatMap(({ expr }) => metricsOf(expr).map(stem))).toEqual(
      expect.arrayContaining([...stems]),
    )
  })
})
