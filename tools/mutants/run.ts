import { existsSync } from 'node:fs'
import { Stryker } from '@stryker-mutator/core'
import startServer from '../../tests/support/database-setup.ts'
import { ROOT } from '../../tests/support/repository.ts'
import { changedFiles } from './changed.ts'
import { ALONE, WITH_DATABASE } from './modules.ts'
import { unexplained } from './survivors.ts'

/** The percentage of mutants that tests must notice. */
const LEAST = 90

/** A name that no file has: TypeScript 7 has no API, with which Stryker would read a real one. */
const NO_TSCONFIG = 'none'

/** Stryker copies the code, its tests and what both read, without the built site. */
const NOT_COPIED =
  '/* !/api !/contract !/mails !/tests !/tools !/migrations !/*.json !/Dockerfile !/docker-compose.yml !/waitlist !/web /web/dist'

/** How many modules are checked in CI, so that a large change takes two minutes and not ten. */
const MOST = 4

/**
 * Without arguments all modules, with `--changed` those that changed most and need no database, else the named
 * files.
 */
function chosen(args: readonly string[]): readonly string[] {
  if (args.length === 0) return [...ALONE, ...WITH_DATABASE]
  if (args[0] !== '--changed') return args
  const changed = changedFiles().filter((file) => ALONE.includes(file))
  console.warn(`Changed: ${changed.join(', ') || 'no module'}. At most ${MOST} are checked.`)
  return changed.slice(0, MOST)
}

/** Returns what has to be changed in `survivors.ts`. */
async function change(modules: readonly string[], config: string): Promise<string[]> {
  const mutants = await new Stryker({
    mutate: [...modules],
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    testRunner: 'vitest',
    vitest: { configFile: `tools/mutants/${config}` },
    // A static mutant is in code that runs once per process, such as the texts of the form. Each
    // would need a process of its own.
    ignoreStatic: true,
    concurrency: 2,
    tsconfigFile: NO_TSCONFIG,
    disableTypeChecks: false,
    ignorePatterns: NOT_COPIED.split(' '),
    cleanTempDir: 'always',
    reporters: ['clear-text', 'html', ...(process.stdout.isTTY ? ['progress'] : [])],
    htmlReporter: { fileName: 'reports/mutants.html' },
    clearTextReporter: { logTests: false, reportTests: false, allowColor: process.stdout.isTTY },
    allowConsoleColors: process.stdout.isTTY,
    thresholds: { high: 100, low: LEAST, break: LEAST },
  }).runMutationTest()
  return [...unexplained(mutants)]
}

process.chdir(ROOT)
const modules = chosen(process.argv.slice(2))
const missing = modules.filter((module) => !existsSync(module))
if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}.`)

const withDatabase = modules.filter((module) => WITH_DATABASE.includes(module))
const alone = modules.filter((module) => !withDatabase.includes(module))
const lines = alone.length > 0 ? await change(alone, 'vitest.config.ts') : []
if (withDatabase.length > 0) {
  // One server for all processes of Stryker, which ends those whose mutants take too long.
  const stop = await startServer()
  lines.push(...(await change(withDatabase, 'vitest.database.config.ts')))
  await stop()
}
for (const line of lines) process.stderr.write(`${line}\n`)
if (lines.length > 0) process.exitCode = 1
