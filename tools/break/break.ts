import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changedFiles } from '../../tests/changed.ts'
import { ROOT } from '../../tests/support/repository.ts'
import { choose } from './choose.ts'
import { BREAKS, type Break } from './promises.ts'
import { copyRepository, makeChange } from './tree.ts'
import { judgeReports, type Verdict } from './verdict.ts'

// `npm run break -- [PROMISE...] [--changed] [--tonight]` breaks promises in a copy of the repository, and fails if the
// test of one stays green. A promise can also be named by the beginning of its file's path or its test's.

/** A test is stopped after this time: one that hangs proves as little as one that crashes. */
const LIMIT_MS = 15 * 60_000

/** Runs the test of a break in a tree with the change, and takes the change back. */
function tryOut(broken: Break, tree: string): Verdict {
  const reports = mkdtempSync(join(tree, 'reports-'))
  const args = [
    'tests/run.ts',
    broken.test,
    '-t',
    broken.name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
  ]
  const takeBack = makeChange(broken, tree)
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: tree,
    // The test of the upgrade takes an earlier version from Git.
    env: { ...process.env, GIT_DIR: join(ROOT, '.git'), TEST_RESULTS: reports, RETRIES: '0' },
    encoding: 'utf8',
    timeout: LIMIT_MS,
    maxBuffer: 2 ** 28,
  })
  takeBack()
  const verdict = judgeReports(reports)
  if (verdict.kind === 'crashed') process.stdout.write(`${stdout}${stderr}`.slice(-4_000))
  return verdict
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: 'boolean' }, tonight: { type: 'boolean' } },
})
const chosen = choose(BREAKS, {
  filters: positionals,
  ...(values.changed && { changed: changedFiles() }),
  ...(values.tonight && { day: new Date().getUTCDay() }),
})
if (chosen.length === 0 && positionals.length > 0) {
  process.stderr.write(`No break has a promise, a file or a test like: ${positionals.join(', ')}\n`)
  process.exit(1)
}

const tree = await copyRepository()
let kept = 0
try {
  for (const broken of chosen) {
    const start = performance.now()
    const { kind, reason } = tryOut(broken, tree)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    if (kind === 'red') kept += 1
    process.stdout.write(
      `${kind.padEnd(7)} ${broken.promise} (${seconds} s): ${broken.file}, ${broken.test}\n`,
    )
    process.stdout.write(`        ${reason.slice(0, 160)}\n`)
  }
} finally {
  rmSync(tree, { recursive: true })
}
process.stdout.write(`${kept} of ${chosen.length} turned red\n`)
process.exitCode = kept === chosen.length ? 0 : 1
