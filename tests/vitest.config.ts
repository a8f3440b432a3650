import './support/environment.ts'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ROOT } from './support/repository.ts'
import { UNIT } from './unit.ts'

/** `npm test` sets the folder for the JSON reports. */
const results = process.env['TEST_RESULTS']

const isNightlyWanted = process.argv.some((argument) => argument.includes('nightly'))

/** The slowest files. They start first, because the other cores would have to wait for one that started last. */
const SLOWEST = [
  'stack/compose/list',
  'stack/compose/images',
  'site/launch',
  'nightly/site/documented-edits',
  'nightly/stack/upgrade',
  'nightly/stack/certificate',
  'nightly/stack/outages',
  'nightly/database/minute-of-faults',
  'nightly/database/new-question',
]

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) =>
      Number(SLOWEST.some((name) => moduleId.endsWith(`/${name}.test.ts`)))
    return (await super.sort(files)).sort((a, b) => isSlow(b) - isSlow(a))
  }
}

/** Multiplies all time limits, because some CI machines are three times slower than others. */
const PATIENCE = process.env['CI'] === 'true' ? 4 : 1

/** The time limit for a test. Tests wait for conditions, so only one that hangs reaches it. */
const LIMIT_MS = 120_000 * PATIENCE

/** The time limit for a test that starts containers, which takes a long time. */
const CONTAINER_LIMIT_MS = 180_000 * PATIENCE

/** @param setup - modules that run once, before the project's first file */
const project = (name: string, setup: readonly string[], testTimeout = LIMIT_MS) => ({
  extends: true as const,
  test: {
    name,
    include: [isNightlyWanted ? `{${name},nightly/${name}}/**/*.test.ts` : `${name}/**/*.test.ts`],
    // Playwright Test runs these.
    exclude: ['stack/browser/**'],
    globalSetup: setup.map((module) => join(import.meta.dirname, `${module}.ts`)),
    testTimeout,
  },
})

export default defineConfig({
  test: {
    root: import.meta.dirname,
    projects: [
      {
        extends: true,
        test: { name: 'unit', root: ROOT, include: UNIT },
      },
      project('site', ['support/site-setup']),
      project('database', ['support/database-setup']),
      project('stack', ['stack/support/setup'], CONTAINER_LIMIT_MS),
    ],
    // Two more than there are cores, because tests with containers and mail servers mostly wait.
    maxWorkers: availableParallelism() + 2,
    setupFiles: [join(import.meta.dirname, 'support/no-console-error.ts')],
    // A worker loads each module once for all of its files, so a test that replaces a module must restore it.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    testTimeout: LIMIT_MS,
    // Hooks start databases and containers.
    hookTimeout: CONTAINER_LIMIT_MS,
    expect: { poll: { timeout: 60_000 * PATIENCE } },
    reporters: results
      ? ['default', ['json', { outputFile: join(results, 'vitest.json') }]]
      : ['default'],
  },
})
