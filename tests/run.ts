import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chooseFiles } from './nightly.ts'
import { conclude, type Runner } from './results.ts'
import setup from './stack/support/setup.ts'
import { NO_BROWSER } from './support/browser.ts'
import { ROOT } from './support/repository.ts'
import { explainSkip } from './support/skipped.ts'
import { UNIT } from './unit.ts'

// `npm test -- PART_OF_A_PATH... --project NAME -t PART_OF_A_NAME`: Playwright Test runs the files below `browser`,
// `nightly/browser` and `stack/browser`, Vitest the others. Playwright Test runs first, because Chromium drops its
// connections when a container starts or stops: to Chromium, a container's new network looks like a change in the
// machine's own (net::ERR_NETWORK_CHANGED).

const PROJECTS = ['unit', 'site', 'database', 'browser', 'stack']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    project: { type: 'string', multiple: true, default: PROJECTS },
    testNamePattern: { type: 'string', short: 't' },
  },
})

const unknown = values.project.filter((name) => !PROJECTS.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`No project ${unknown.join(', ')}. There are ${PROJECTS.join(', ')}.\n`)
  process.exit(1)
}

const exclude = ['**/node_modules']

/** The paths of unit tests are relative to the repository's root, and those of all other tests to this folder. */
const unit = new Set(values.project.includes('unit') ? globSync(UNIT, { cwd: ROOT, exclude }) : [])
const all = [
  ...unit,
  ...globSync(
    values.project.map((name) => `{${name},nightly/${name}}/**/*.test.ts`),
    { cwd: import.meta.dirname, exclude },
  ),
]
const filters = positionals.map((filter) => filter.replace(/^(?:\.\/)?(?:tests\/)?/, ''))
const files = chooseFiles(all.sort(), filters)

const isInBrowser = (file: string) => /^(?:(?:nightly|stack)\/)?browser\//.test(file)
const needsStacks = (file: string) => /^(?:nightly\/)?stack\//.test(file)

const withName = (option: string) =>
  values.testNamePattern === undefined ? [] : [option, values.testNamePattern]

let interrupted = false

/** Runs a program with some files, and returns whether it succeeded. */
async function run(program: string, args: readonly string[], chosen: readonly string[]) {
  if (interrupted) return false
  const paths = chosen.map((file) => join(unit.has(file) ? ROOT : import.meta.dirname, file))
  const child = spawn(program, [...args, ...paths], { cwd: import.meta.dirname, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      interrupted = true
      child.kill(signal)
    })
  }
  const [code] = await once(child, 'exit')
  return code === 0
}

if (files.length === 0) {
  process.stderr.write(`No test file has a path like: ${positionals.join(', ')}\n`)
  process.exit(1)
}
// The runners write their reports to this folder. `.ci/run` chooses one and reads more from it.
let folder = process.env['TEST_RESULTS'] ?? ''
if (!folder) {
  folder = mkdtempSync(join(tmpdir(), 'test-results-'))
  process.env['TEST_RESULTS'] = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

const green = new Map<Runner, boolean>()
const inBrowsers = files.filter(isInBrowser)
const others = files.filter((file) => !isInBrowser(file))

// Both runners use the same stacks.
const removeStacks = files.some(needsStacks) ? await setup() : undefined
if (NO_BROWSER && inBrowsers.length > 0) {
  explainSkip('the tests in a browser', NO_BROWSER)
} else if (inBrowsers.length > 0) {
  const args = ['test', '--pass-with-no-tests', ...withName('--grep')]
  green.set('playwright', await run('playwright', args, inBrowsers))
}
if (others.length > 0) green.set('vitest', await run('vitest', ['run', ...withName('-t')], others))
await removeStacks?.()
process.exitCode = conclude(folder, green) ? 0 : 1
