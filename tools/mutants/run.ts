import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { ROOT } from '../../tests/support/repository.ts'
import { changedOf } from './changed.ts'
import { unexplained } from './explain.ts'
import { MODULES } from './modules.ts'

/** The percentage of mutants that tests must notice. */
const LEAST = 90

/** A name that no file has: TypeScript 7 has no API, with which Stryker would read a real one. */
const NO_TSCONFIG = 'none'

/** Without arguments all modules, with `--changed` those that changed, else the named files. */
function chosen(args: readonly string[]): readonly string[] {
  if (args.length === 0) return MODULES
  return args[0] === '--changed' ? changedOf(MODULES) : args
}

const modules = chosen(process.argv.slice(2))
const missing = modules.filter((module) => !existsSync(join(ROOT, module)))
if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}.`)

process.chdir(ROOT)
if (modules.length > 0) {
  const mutants = await new Stryker({
    mutate: [...modules],
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    testRunner: 'vitest',
    vitest: { configFile: 'tools/mutants/vitest.config.ts' },
    // A static mutant is in code that runs once per process, such as the texts of the form. Each
    // would need a process of its own.
    ignoreStatic: true,
    concurrency: 2,
    tsconfigFile: NO_TSCONFIG,
    disableTypeChecks: false,
    // What is copied: the code, its tests and what both read, without the site.
    ignorePatterns: [
      '/*',
      '!/api',
      '!/tests',
      '!/tools',
      '!/migrations',
      '!/*.json',
      '!/Dockerfile',
      '!/web',
      '/web/*',
      '!/web/tsconfig.json',
    ],
    cleanTempDir: 'always',
    reporters: ['clear-text', 'html', ...(process.stdout.isTTY ? ['progress'] : [])],
    htmlReporter: { fileName: 'reports/mutants.html' },
    clearTextReporter: {
      logTests: false,
      reportTests: false,
      allowEmojis: false,
      allowColor: process.stdout.isTTY,
    },
    allowConsoleColors: process.stdout.isTTY,
    thresholds: { high: 100, low: LEAST, break: LEAST },
  }).runMutationTest()
  const lines = unexplained(mutants)
  for (const line of lines) process.stderr.write(`${line}\n`)
  if (lines.length > 0) process.exitCode = 1
}
