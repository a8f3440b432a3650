import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const ROOT = join(import.meta.dirname, '..')

// An unusual time zone reveals code that mistakenly reads or writes a time in the machine's zone.
process.env['TZ'] = 'Asia/Kolkata'

/** The tests that Stryker runs in a copy of the repository. */
export default defineConfig({
  // The package in `node_modules` would link to the code without mutants.
  resolve: { alias: { '@ad-kit/contract': join(ROOT, 'contract/waitlist.ts') } },
  test: {
    root: ROOT,
    include: ['{api/src,contract,letters}/**/*.test.ts'],
    setupFiles: ['tests/support/no-console-error.ts'],
    isolate: false,
  },
})
