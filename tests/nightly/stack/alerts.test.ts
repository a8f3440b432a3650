// Guards alerts.
// Runs by day if a change touches deploy/prometheus/.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { describeStack } from '../../stack/support/test.ts'
import { buildTools, runTool } from '../../stack/support/tools.ts'
import { ROOT } from '../../support/repository.ts'

const read = (file: string): string => readFileSync(join(ROOT, 'deploy/prometheus', file), 'utf8')

interface Rule {
  readonly alert: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly action: string; readonly page: string }
}

const groups: readonly { rules: readonly Rule[] }[] = parse(read('alerts.yml')).groups
const rules = groups.flatMap(({ rules }) => rules)
const trials: unknown = parse(read('alerts.test.yml')).tests

/** One sample. */
const FIRES = { exp_samples: [expect.anything()] }

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
    const expected = rules.map(({ alert }) => {
      const expr = `count(ALERTS{alertname="${alert}",alertstate="firing"})`
      return {
        name: alert,
        promql_expr_test: [
          { expr, exp_samples: [] },
          { expr, ...FIRES },
        ],
      }
    })
    expect(trials).toMatchObject(expected)
  })

  test('each alert says how urgent it is, what to do, and on which page', () => {
    for (const { alert, labels, annotations } of rules) {
      expect(['page', 'ticket'], alert).toContain(labels.severity)
      expect(annotations, alert).toMatchObject({
        summary: expect.stringMatching(/\.$/),
        action: expect.stringMatching(/^[A-Z].*\.$/),
      })
      const [file = '', anchor] = annotations.page.split('#')
      const headings = readFileSync(join(ROOT, file), 'utf8').matchAll(/^#+ (.+)$/gm)
      const anchors = [...headings].map(([, text = '']) => text.toLowerCase().replaceAll(' ', '-'))
      if (anchor !== undefined) expect(anchors, alert).toContain(anchor)
    }
  })
})
