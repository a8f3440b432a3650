import './support/environment.ts'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import type { WorkerOptions } from './browser/support/test.ts'
import { stacks } from './stack/support/shared.ts'
import { ARGS, findBrowser, NO_BROWSER, STAY } from './support/browser.ts'
import { ROOT } from './support/repository.ts'

// Without this check, every test would fail twice.
if (NO_BROWSER) throw new Error(NO_BROWSER)

/** `npm test` sets the folder for the JSON reports. */
const results = process.env['TEST_RESULTS']

const TESTS = join(import.meta.dirname, 'browser')
const NIGHTLY = join(import.meta.dirname, 'nightly/browser')

/** Headed Chromium sends requests that headless Chromium doesn't. */
const IN_WINDOWS = ['pages/budgets.test.ts', 'pages/link-pages.test.ts']

const launchOptions = ({ windows = false } = {}) => {
  const path = findBrowser({ windows })
  return { ...(path && { executablePath: path }), args: [...ARGS, STAY] }
}

/** While the stacks run, these tests use production's nginx, except those with faked responses. */
const ON_STACK = [
  'browser/waitlist/{source,form-answers}.test.ts',
  'browser/pages/link-pages.test.ts',
]
const FAKED = /@local/
const ELSEWHERE = stacks ? ON_STACK : []

/** Workers read this file with other arguments, but need the same projects. */
const isNightlyWanted =
  process.env['TEST_WORKER_INDEX'] !== undefined ||
  process.argv.some((argument) => argument.includes('nightly'))

const isCI = process.env['CI'] === 'true'

export default defineConfig<object, WorkerOptions>({
  testMatch: '**/*.test.ts',
  outputDir: join(ROOT, 'node_modules/.cache/browser-tests'),
  globalSetup: ['site-setup', 'database-setup'].map((module) =>
    join(import.meta.dirname, `support/${module}.ts`),
  ),
  forbidOnly: isCI,
  // A failed test is repeated to record a trace, but still counts as failed. Tracing every run takes a sixth longer.
  retries: Number(process.env['RETRIES'] ?? 1),
  failOnFlakyTests: true,
  workers: availableParallelism() + 1,
  // Tests wait for conditions, so a limit only ends a test that hangs. A busy machine needs limits this long.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ...(results ? [['json', { outputFile: join(results, 'playwright.json') }] as const] : []),
  ],
  use: {
    serviceWorkers: 'block',
    // Without a graphics card, the moving sky uses most of a core. Tests of motion turn motion on.
    reducedMotion: 'reduce',
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(),
  },
  projects: [
    {
      name: 'windows',
      testDir: TESTS,
      testMatch: IN_WINDOWS,
      testIgnore: ELSEWHERE,
      use: { launchOptions: launchOptions({ windows: true }) },
    },
    { name: 'browser', testDir: TESTS, testIgnore: [...IN_WINDOWS, ...ELSEWHERE] },
    ...(isNightlyWanted ? [{ name: 'nightly', testDir: NIGHTLY }] : []),
    ...(stacks
      ? [
          { name: 'faked', testDir: TESTS, testMatch: ON_STACK, grep: FAKED },
          {
            name: 'stack',
            testDir: import.meta.dirname,
            testMatch: ['stack/browser/*.test.ts', ...ON_STACK],
            grepInvert: FAKED,
            use: { isOnStack: true, ignoreHTTPSErrors: true },
          },
        ]
      : []),
  ],
})
