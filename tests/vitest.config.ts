import './support/brand-settings.ts'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Where `.ci/run` wants the numbers. */
const results = process.env['TEST_RESULTS']

/**
 * They take longest, and vitest, which goes by size, would start them late: one of the two
 * workers would end alone. Beside each other because containers come and go in both, which a
 * browser takes for a change of network and then drops its connections.
 */
const FIRST = ['/containers/operations.test.ts', '/api/minute-of-faults.test.ts']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => FIRST.some((end) => moduleId.endsWith(end))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.{ts,tsx}'],
    globalSetup: [
      'support/database-setup.ts',
      'support/browser-install.ts',
      'support/site-setup.ts',
    ],
    setupFiles: ['support/no-console-error.ts'],
    // one load of the libraries for all files of a worker; no test replaces a module
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // most files wait for something more than they work; vitest would leave one core idle
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // a cold database or browser on a small machine, not a promise about the product
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // likewise: what is polled for comes in a moment, or is held up by other files
    expect: { poll: { timeout: 10_000 } },
    // Containers come and go beside a browser, which takes it for another network and drops what
    // it is loading. That says nothing of the site; Chrome, too, loads such a page again.
    retry: { count: 2, condition: /net::ERR_NETWORK_CHANGED/ },
    reporters: results ? ['default', ['json', { outputFile: results }]] : ['default'],
  },
})
