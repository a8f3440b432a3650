import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const FILES = ['{api,contract,letters,local,tests}/**/*.ts', 'migrations/functions/*.sql']

/** Records which files refer to which others, through an import, a program's path or the files' folder. */
export interface Graph {
  readonly texts: ReadonlyMap<string, string>
  readonly users: ReadonlyMap<string, ReadonlySet<string>>
}

export function readGraph(root: string): Graph {
  const files = globSync(FILES, { cwd: root, exclude: ['**/node_modules'] })
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const users = new Map(files.map((file) => [file, new Set<string>()]))
  const folders = new Map<string, string[]>()
  for (const file of files)
    folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), file])
  for (const [file, text] of texts)
    for (const [, path = ''] of text.matchAll(/['"`]([\w.@/-]*\w)['"`]/g))
      for (const target of [join(dirname(file), path), normalize(path)])
        for (const used of texts.has(target) ? [target] : (folders.get(target) ?? []))
          users.get(used)?.add(file)
  return { texts, users }
}

/** Returns the files and all files that reach them, each with its number of steps. */
export function stepsTo({ users }: Graph, files: Iterable<string>): ReadonlyMap<string, number> {
  const steps = new Map([...files].map((file) => [file, 0]))
  // A loop over a map includes entries that the loop adds, so nearer files come first.
  for (const [file, step] of steps)
    for (const user of users.get(file) ?? []) if (!steps.has(user)) steps.set(user, step + 1)
  return steps
}
