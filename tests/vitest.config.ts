import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Where `.ci/run` wants the numbers. */
const results = process.env['TEST_RESULTS']

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
    // most files wait for something more than they work; vitest would leave one core idle
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // a cold database or browser on a small machine, not a promise about the product
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // likewise: what is polled for comes in a moment, or is held up by other files
    expect: { poll: { timeout: 10_000 } },
    reporters: results ? ['default', ['json', { outputFile: results }]] : ['default'],
  },
})
