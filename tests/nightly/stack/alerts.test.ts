// Guards alerts.
// Runs by day if a change touches deploy/prometheus/.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { describeStack } from '../../support/fixtures/stack.ts'
import { ROOT } from '../../support/repository.ts'
import { buildTools, runTool } from '../../support/stack/tools.ts'

const read = (file: string): string => readFileSync(join(ROOT, 'deploy/prometheus', file), 'utf8')

interface Rule {
  readonly alert: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly action: string; readonly page: string }
}

interface Trial {
  readonly name: string
  readonly promql_expr_test: readonly {
    readonly expr: string
    readonly exp_samples: readonly unknown[]
  }[]
}

const groups: readonly { rules: readonly Rule[] }[] = parse(read('alerts.yml')).groups
const rules = groups.flatMap(({ rules }) => rules)
const trials: readonly Trial[] = parse(read('alerts.test.yml')).tests

describeStack('the alerts', () => {
  beforeAll(buildTools, 600_000)

  test('Prometheus reads the rules and both examples of its configuration', async () => {
    const rulesRead = await runTool('promtool', 'check', 'rules', 'prometheus/alerts.yml')
    expect(rulesRead).toContain(`${rules.length} rules found`)
    for (const file of ['prometheus.yml', 'kubernetes.yml']) {
      const options = ['--lint-fatal', `prometheus/${file}`]
      expect(await runTool('promtool', 'check', 'config', ...options)).toContain('is valid')
    }
  })

  test('each alert is quiet before its cause and fires after it', async () => {
    expect(await runTool('promtool', 'test', 'rules', 'prometheus/alerts.test.yml')).toContain(
      'SUCCESS',
    )
    expect(trials.map(({ name }) => name)).toEqual(rules.map(({ alert }) => alert))
    for (const { name, promql_expr_test: cases } of trials) {
      expect(cases.map(({ exp_samples }) => exp_samples.length)).toEqual([0, 1])
      for (const { expr } of cases) {
        expect(expr).toBe(`count(ALERTS{alertname="${name}",alertstate="firing"})`)
      }
    }
  })

  test.each(rules)('$alert says what to do, and on which page', ({ labels, annotations }) => {
    expect(['page', 'ticket']).toContain(labels.severity)
    expect(annotations.summary).toMatch(/\.$/)
    expect(annotations.action).toMatch(/^[A-Z].*\.$/)
    const [file = '', anchor] = annotations.page.split('#')
    expect(existsSync(join(ROOT, file))).toBe(true)
    if (anchor === undefined) return
    const headings = readFileSync(join(ROOT, file), 'utf8').matchAll(/^#+ (.+)$/gm)
    const anchors = [...headings].map(([, text = '']) => text.toLowerCase().replaceAll(' ', '-'))
    expect(anchors).toContain(anchor)
  })
})
