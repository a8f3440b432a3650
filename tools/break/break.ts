import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changedLines } from '../../tests/changed.ts'
import { judge, readResults, type Verdict } from '../../tests/results.ts'
import { ROOT } from '../../tests/support/repository.ts'
import { copyRepository } from '../../tests/support/tree.ts'
import { ACCEPTED, type Break, choose, generate, readWritten } from './breaks.ts'
import { makeChange, openTrials } from './trial.ts'

// `npm run break -- [PATH[:LINE]...] [--changed] [--tonight]` breaks a copy of the repository in one place at a time, and
// runs the tests that reach it. It fails if no test notices a break, unless breaks.md accepts that.

/** Nothing begins after these times, so that every run of CI ends. */
const [CHANGED_MS, NIGHT_MS] = [5 * 60_000, 50 * 60_000]

/** A test of a written break is stopped after this time: one that hangs proves as little as one that crashes. */
const LIMIT_MS = 15 * 60_000

/** Runs the test of a written break. */
function tryWritten(tree: string, broken: Break, [file, name]: readonly [string, string]): Verdict {
  const reports = mkdtempSync(join(tree, 'reports-'))
  const args = ['tests/run.ts', file, '-t', name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')]
  const takeBack = makeChange(tree, broken)
  spawnSync(process.execPath, args, {
    cwd: tree,
    // The test of the upgrade takes an earlier version from Git.
    env: { ...process.env, GIT_DIR: join(ROOT, '.git'), TEST_RESULTS: reports, RETRIES: '0' },
    stdio: 'ignore',
    timeout: LIMIT_MS,
  })
  takeBack()
  return judge(readResults(reports))
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: 'boolean' }, tonight: { type: 'boolean' } },
})
const choice = {
  filters: positionals,
  ...(values.changed && { changed: changedLines() }),
  ...(values.tonight && { day: new Date().getUTCDay() }),
}
const generated = choose(generate(), choice).filter(
  ({ file, what }) => !ACCEPTED.includes(`${file}: ${what}`),
)
// One of them can take minutes.
const written = choose(readWritten(), choice).slice(0, values.changed ? 1 : undefined)
if (generated.length + written.length === 0 && positionals.length > 0) {
  process.stderr.write(`No break has a file or a test like: ${positionals.join(', ')}\n`)
  process.exit(1)
}

const begun = performance.now()
const most = values.changed ? CHANGED_MS : values.tonight ? NIGHT_MS : Number.POSITIVE_INFINITY
const isOver = () => performance.now() > begun + most
const counts: Record<string, number> = {}
const bad: string[] = []

function report({ file, line, what }: Break, { kind, reason }: Verdict, start: number): void {
  const seconds = ((performance.now() - start) / 1_000).toFixed(1)
  const text = `${kind.padEnd(10)} ${file}:${line}  ${what} (${reason.slice(0, 120)}, ${seconds} s)`
  process.stdout.write(`${text}\n`)
  counts[kind] = (counts[kind] ?? 0) + 1
  if (kind === 'survived') bad.push(text)
}

const tree = await copyRepository()
const trials = generated.length > 0 ? await openTrials(tree) : undefined
const clean = async () => {
  await trials?.close()
  rmSync(tree, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void clean().finally(() => process.exit(1)))

for (const broken of generated) {
  const start = performance.now()
  if (trials) report(broken, await trials.try(broken, isOver), start)
}
for (const broken of written) {
  const start = performance.now()
  if (broken.test && !isOver()) report(broken, tryWritten(tree, broken, broken.test), start)
}
await clean()
for (const file of trials?.unsound() ?? []) bad.push(`red without a break: ${file}`)
process.stdout.write(`\n${bad.map((line) => `${line}\n`).join('')}`)
const numbers = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`)
process.stdout.write(`${numbers.join(', ')}\n`)
process.exit(bad.length > 0 ? 1 : 0)
