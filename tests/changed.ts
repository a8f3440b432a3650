import { execFileSync } from 'node:child_process'
import { ROOT } from './support/repository.ts'

/** A command's output, or nothing if it fails, as in a shallow clone or a first commit without a parent. */
function git(...args: readonly string[]): string {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return ''
  }
}

/**
 * The files that differ, committed or not, from where the branch left main; on main itself, from the
 * commit before. Those with the most changed lines come first.
 */
export function changedFiles(): readonly string[] {
  const head = git('rev-parse', 'HEAD')
  const fork = git('merge-base', 'origin/main', 'HEAD')
  const base = (fork !== head && fork) || git('rev-parse', '--verify', 'HEAD~1') || head
  return git('diff', '--numstat', '--diff-filter=d', '--no-renames', base)
    .split('\n')
    .map((line) => line.split('\t'))
    .toSorted((one, other) => linesOf(other) - linesOf(one))
    .map(([, , file = '']) => file)
}

/** Git counts no lines of a file that is not text. */
const linesOf = ([added, removed]: readonly string[]): number =>
  Number(added) + Number(removed) || 0
