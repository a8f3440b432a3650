import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../tests/support/repository.ts'
import type { Break } from './promises.ts'

/** Returns the ids of all promises, from the page that lists them. */
export const documentedPromises = (): readonly string[] =>
  [
    ...readFileSync(join(ROOT, 'tools/break/promises.md'), 'utf8').matchAll(/^- `([\w-]+)`: /gm),
  ].map(([, id = '']) => id)

/** A change costs two tests at most, so that every run of CI stays short. */
const AT_MOST = 2

/** The folders of tests, cheapest first. Unit tests are in other folders, and cost even less. */
const FOLDERS = ['site', 'database', 'browser', 'stack', 'nightly']
const costOf = ({ test }: Break): number =>
  FOLDERS.findIndex((folder) => test.startsWith(`tests/${folder}/`))
const isSlow = (each: Break): boolean => costOf(each) >= FOLDERS.indexOf('stack')

export interface Choice {
  /** Ids of promises, or beginnings of paths. */
  readonly filters: readonly string[]
  /** Changed files, the most changed first. */
  readonly changed?: readonly string[]
  /** A day of the week, from 0 to 6. */
  readonly day?: number
}

/** Chooses breaks by filters, by changed files, or a seventh of them for a day of the week. By default it chooses all. */
export function choose(
  breaks: readonly Break[],
  { filters, changed, day }: Choice,
): readonly Break[] {
  const filtered = breaks.filter(
    ({ promise, file, test }) =>
      filters.length === 0 ||
      filters.some((it) => it === promise || file.startsWith(it) || test.startsWith(it)),
  )
  if (day !== undefined) return filtered.filter((_, index) => index % 7 === day)
  if (changed === undefined) return filtered
  const isNear = (path: string) => (each: Break) => each.file === path || each.test === path
  const near = new Set(changed.flatMap((path) => filtered.filter(isNear(path))))
  const cheapest = [...near].toSorted((one, other) => costOf(one) - costOf(other))
  return cheapest.slice(0, cheapest[0] && isSlow(cheapest[0]) ? 1 : AT_MOST)
}
