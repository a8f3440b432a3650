import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changedLines } from '../../tests/changed.ts'
import { judge, readResults, type Verdict } from '../../tests/results.ts'
import { ROOT } from '../../tests/support/repository.ts'
import { copyRepository } from '../../tests/support/tree.ts'
import { ACCEPTED, type Break, choose, generate, readWritten } from './breaks.ts'
import { literally, makeChange, openTrials } from './trial.ts'

// `npm run break -- [PATH[:LINE]...] [--changed] [--tonight]` breaks a copy of the repository in one place at a time,
// and runs the tests that reach it. It fails if no test notices a break, unless breaks.md accepts that.

// No test starts after the first of these times with `--changed`, or after the second with `--tonight`. With
// `--changed`, a break counts as survived after the third, even if more distant tests might notice it.
const [CHANGED_MS, NIGHT_MS, ONE_MS] = [5 * 60_000, 50 * 60_000, 2 * 60_000]

/**
 * A test for a handwritten break is stopped after this time, because one that hangs proves as little as one that
 * crashes.
 */
const LIMIT_MS = 15 * 60_000

/** Runs the test for a handwritten break. */
function tryWritten(tree: string, broken: Break): Verdict {
  const [file, name] = broken.test ?? ['', '']
  const reports = mkdtempSync(join(tree, 'reports-'))
  const args = ['tests/run.ts', file, '-t', literally(name)]
  const takeBack = makeChange(tree, broken)
  spawnSync(process.execPath, args, {
    cwd: tree,
    // The upgrade test checks out an earlier version from Git.
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
const isOpen = ({ file, what }: Break) => !ACCEPTED.includes(`${file}: ${what}`)
// With `--changed`, tries only one handwritten break, because each can take minutes.
const written = choose(readWritten(), choice).slice(0, values.changed ? 1 : undefined)
const chosen = [...choose(generate(), choice).filter(isOpen), ...written]
if (chosen.length === 0 && positionals.length > 0) {
  process.stderr.write(`No break has a file or a test like: ${positionals.join(', ')}\n`)
  process.exit(1)
}

const limit = values.changed ? CHANGED_MS : values.tonight ? NIGHT_MS : Number.POSITIVE_INFINITY
const isOver = () => performance.now() > limit
const tree = await copyRepository()
const most = values.changed ? ONE_MS : Number.POSITIVE_INFINITY
const trials = chosen.length > written.length ? await openTrials(tree, isOver, most) : undefined
const clean = async () => {
  await trials?.close()
  rmSync(tree, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void clean().finally(() => process.exit(1)))

const counts: Record<string, number> = {}
const bad: string[] = []
for (const broken of chosen) {
  const start = performance.now()
  const { kind, reason }: Verdict = isOver()
    ? { kind: 'unfinished', reason: 'the time is up' }
    : broken.test || !trials
      ? tryWritten(tree, broken)
      : await trials.try(broken)
  const seconds = ((performance.now() - start) / 1_000).toFixed(1)
  const place = `${broken.file}:${broken.line}  ${broken.what}`
  const line = `${kind.padEnd(10)} ${place} (${reason.slice(0, 120)}, ${seconds} s)\n`
  process.stdout.write(line)
  counts[kind] = (counts[kind] ?? 0) + 1
  if (kind === 'survived') bad.push(line)
}
await clean()
for (const file of trials?.unsound() ?? []) bad.push(`red without a break: ${file}\n`)
const numbers = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`)
process.stdout.write(`\n${bad.join('')}${numbers.join(', ')}\n`)
process.exit(bad.length > 0 ? 1 : 0)
