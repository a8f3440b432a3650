import { execFileSync } from 'node:child_process'
import { ROOT } from '../../tests/support/repository.ts'

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim()

/** The commit that a git command names, or undefined when there is none. */
function commitOf(...args: readonly string[]): string | undefined {
  try {
    return git(...args)
  } catch {
    return undefined
  }
}

/**
 * Where a branch left main; on main itself, the commit before. A shallow clone and a first commit
 * have neither, so that only what is not committed yet can be compared.
 */
function findBase(): string {
  const head = git('rev-parse', 'HEAD')
  const fork = commitOf('merge-base', 'origin/main', 'HEAD')
  if (fork !== undefined && fork !== head) return fork
  const before = commitOf('rev-parse', '--verify', 'HEAD~1')
  if (before === undefined) console.warn('This clone has no earlier commit to compare with.')
  return before ?? head
}

/** How many modules are checked in CI, so that a large change takes two minutes and not ten. */
const MOST = 4

/** The number of changed lines of each file that git knows, committed or not. */
function changesSince(base: string): ReadonlyMap<string, number> {
  const lines = git('diff', '--numstat', '--diff-filter=d', '--no-renames', base).split('\n')
  return new Map(
    lines.map((line) => {
      const [added, removed, file = ''] = line.split('\t')
      return [file, Number(added) + Number(removed)]
    }),
  )
}

/** The files that differ from the base. */
export const changedFiles = (): readonly string[] => [...changesSince(findBase()).keys()]

/** Those of the given files that changed most since the base. */
export function changedOf(files: readonly string[]): readonly string[] {
  const base = findBase()
  const changes = changesSince(base)
  const changed = files
    .filter((file) => changes.has(file))
    .toSorted((one, other) => (changes.get(other) ?? 0) - (changes.get(one) ?? 0))
  console.warn(`${changed.length} modules differ from commit ${base.slice(0, 12)}.`)
  const rest = changed.slice(MOST)
  if (rest.length > 0) console.warn(`Left for npm run mutants: ${rest.join(', ')}.`)
  return changed.slice(0, MOST)
}
