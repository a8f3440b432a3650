import './support/brand-settings.ts'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** `.ci/run` sets the folder for the JSON reports. */
const results = process.env['TEST_RESULTS']

/** The slowest files. Started last, one of them would leave the other cores idle. */
const SLOWEST = [
  'stack/ops/upgrade',
  'stack/ops/certificate',
  'stack/compose/outages',
  'api/inbox/minute-of-faults',
  'browser/other-browsers',
  'browser/another-site',
  'browser/waitlist/new-question',
]

/** Browsers that containers disturb run last, when most containers have started. */
const LAST = '/stack/browser/'

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      if (SLOWEST.some((name) => moduleId.endsWith(`/${name}.test.ts`))) return 0
      return moduleId.includes(LAST) ? 2 : 1
    }
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}

/**
 * Projects run together when their group is the same. Browsers and containers have groups of their
 * own: Chromium drops its connections when a container starts or ends, because it takes the
 * container's network for a change of its own (net::ERR_NETWORK_CHANGED).
 */
const [BROWSERS, CONTAINERS] = [0, 1]

interface Project {
  readonly group: number
  /** Modules below `support` that run once, before the project's first file. */
  readonly setup?: readonly string[]
}

// Files with containers mostly wait for them, so one more than the cores can run.
const project = (name: string, { group, setup = [] }: Project) => ({
  extends: true as const,
  test: {
    name,
    include: [`${name}/**/*.test.ts`],
    globalSetup: setup.map((module) => `support/${module}.ts`),
    sequence: { groupOrder: group },
    maxWorkers: availableParallelism() + (group === CONTAINERS ? 1 : 0),
  },
})

export default defineConfig({
  test: {
    root: import.meta.dirname,
    projects: [
      project('unit', { group: BROWSERS }),
      project('site', { group: BROWSERS, setup: ['site-setup'] }),
      project('browser', {
        group: BROWSERS,
        setup: ['browser-install', 'site-setup', 'database-setup'],
      }),
      project('api', { group: CONTAINERS, setup: ['database-setup'] }),
      project('stack', {
        group: CONTAINERS,
        setup: ['browser-install', 'stack-setup'],
      }),
    ],
    setupFiles: ['support/no-console-error.ts'],
    // A worker loads each module once for all of its files. No test replaces a module.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    // Only a test that hangs should reach them: a busy machine starts a database, a browser or a
    // container slowly. Tests that promise a duration measure it. In milliseconds.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: results
      ? ['default', ['json', { outputFile: join(results, 'vitest.json') }]]
      : ['default'],
  },
})
