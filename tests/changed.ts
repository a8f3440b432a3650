import { execFileSync } from 'node:child_process'
import { ROOT } from './support/repository.ts'

/** Returns a command's output, or an empty string if it fails, as in a shallow clone or on the first commit. */
function git(...args: readonly string[]): string {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return ''
  }
}

/**
 * Returns the lines changed since the branch left main or, on main itself, since the previous commit. Includes
 * uncommitted changes. A deleted line counts as a change to the line before it.
 */
export function changedLines(): ReadonlyMap<string, ReadonlySet<number>> {
  const head = git('rev-parse', 'HEAD')
  const fork = git('merge-base', 'origin/main', 'HEAD')
  const base = (fork !== head && fork) || git('rev-parse', '--verify', 'HEAD~1') || head
  const files = git('diff', '--unified=0', '--diff-filter=d', '--no-renames', '--no-prefix', base)
    .split(/^diff --git /m)
    .slice(1)
  return new Map(files.map((diff) => [fileOf(diff), new Set(linesOf(diff))]))
}

/** Returns the files with changed lines. */
export const changedFiles = (): readonly string[] => [...changedLines().keys()]

/** A diff begins with the name of its file, twice. */
const fileOf = (diff: string): string => {
  const [names = ''] = diff.split('\n', 1)
  return names.slice(0, names.length / 2)
}

const linesOf = (diff: string): number[] =>
  [...diff.matchAll(/^@@ .* \+(\d+)(?:,(\d+))? @@/gm)].flatMap(([, first, count = '1']) =>
    Array.from({ length: Math.max(1, Number(count)) }, (_, index) => Number(first) + index),
  )
