import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedFiles } from './changed.ts'

// Tests below `nightly` are slow, and the code that they guard rarely changes. `npm run test:nightly` runs all of them,
// and `.ci/run` runs those whose code has changed. `npm test` runs them only if an argument names them:
// `npm test -- nightly/stack` does, and `npm test -- stack` does not.

const isNightly = (file: string): boolean => file.startsWith('nightly/')

/** Returns the path prefixes that a nightly file lists after "Runs by day if a change touches", and its own path. */
export function guardedBy(file: string): readonly string[] {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8')
  const [, paths = ''] =
    /^\/\/ Runs by day if a change touches ((?:.|\n)*?)\.\n(?!\/\/)/m.exec(source) ?? []
  return [`tests/${file}`, ...paths.split(/,(?:\s|\/\/)+/).filter(Boolean)]
}

/**
 * Returns a function that tells whether a file matches a filter: the beginning of a path or, if no path begins with it,
 * any part of a path.
 */
function leadsTo(files: readonly string[], filter: string): (file: string) => boolean {
  const begins = (file: string) => file.startsWith(filter)
  return files.some(begins) ? begins : (file) => file.includes(filter)
}

/** Chooses the test files that match the filters, or, without filters, those that run by day. */
export function chooseFiles(
  files: readonly string[],
  filters: readonly string[],
  mode = process.env['NIGHTLY'],
  findChanges: () => readonly string[] = changedFiles,
): readonly string[] {
  if (filters.length > 0) {
    const wanted = filters.map((filter) => leadsTo(files, filter))
    return files.filter((file) => wanted.some((leads) => leads(file)))
  }
  if (mode === 'only') return files.filter(isNightly)
  const changed = mode === 'changed' ? findChanges() : []
  const hasChange = (file: string) =>
    guardedBy(file).some((start) => changed.some((path) => path.startsWith(start)))
  return files.filter((file) => !isNightly(file) || (changed.length > 0 && hasChange(file)))
}
