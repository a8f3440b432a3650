import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../tests/support/repository.ts'
import { dropFromSql, type Edit } from './sql.ts'
import { dropFromStrings, dropFromWiring } from './typescript.ts'

/** A change that some test should notice. */
export interface Break extends Edit {
  readonly file: string
  readonly line: number
  /** Recognizes the statements that run the broken code. Undefined if it isn't SQL. */
  readonly isPartOf?: ((sql: string) => boolean) | undefined
  /** The file and the name of the test that must fail, or part of the name. Undefined if the break is generated. */
  readonly test?: readonly [file: string, name: string]
}

const FUNCTIONS = 'migrations/functions/'
export const isFunctions = (file: string): boolean => file.startsWith(FUNCTIONS)
const SQL = 'api/src/**/*.ts'
const WIRING = ['api/src/{server,worker}.ts', 'api/src/worker/*.ts', 'local/start.ts']

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const lineOf = (text: string, position: number) => text.slice(0, position).split('\n').length

/** Matches the beginning of a declaration in TypeScript or SQL. */
const OWNER =
  /^(?:export |async |CREATE |OR |REPLACE |MATERIALIZED )*(?:const|let|function\*?|FUNCTION|VIEW) (\w+)/gm

/** Recognizes statements and code that mention a database function, or a function that calls it. */
function callersOf(name: string, source: string): (text: string) => boolean {
  // A test of all functions reads Postgres's catalogue, `pg_proc`.
  const names = new Set([name, 'pg_proc'])
  for (const each of names)
    for (const body of source.split(/^(?=CREATE |REVOKE )/m)) {
      const [, caller] = [...body.matchAll(OWNER)][0] ?? []
      if (caller && new RegExp(`\\b${each}\\b`).test(body)) names.add(caller)
    }
  const any = new RegExp(`\\b(?:${[...names].join('|')})\\b`)
  return (text) => any.test(text)
}

const find = (files: string | readonly string[]) =>
  globSync(files, { cwd: ROOT, exclude: ['**/*.test.ts'] }).sort()

const FUNCTION_FILES = find(`${FUNCTIONS}*.sql`)
const ALL_FUNCTIONS = FUNCTION_FILES.map(read).join('')

/** Describes each edit in a way that is unique within its file. */
function breaksOf(file: string, edits: readonly (Edit & Pick<Break, 'isPartOf'>)[]): Break[] {
  const source = read(file)
  const owners = [...source.matchAll(OWNER)]
  const known = new Map<string, number>()
  return edits.map((edit) => {
    const [, owner = ''] = owners.findLast(({ index }) => index <= edit.start) ?? []
    const what = [owner, edit.what.replace(/\s+/g, ' ')].filter(Boolean).join(', ')
    const number = (known.get(what) ?? 0) + 1
    known.set(what, number)
    return {
      ...edit,
      ...{ file, line: lineOf(source, edit.start) },
      what: number > 1 ? `${what} (${number})` : what,
      isPartOf: isFunctions(file) ? callersOf(owner, ALL_FUNCTIONS) : edit.isPartOf,
    }
  })
}

export const generate = (): Break[] => [
  ...FUNCTION_FILES.flatMap((file) => breaksOf(file, dropFromSql(read(file)))),
  ...find(SQL).flatMap((file) => breaksOf(file, dropFromStrings(read(file)))),
  ...find(WIRING).flatMap((file) => breaksOf(file, dropFromWiring(read(file)))),
]

const PAGE = read('tools/break/breaks.md')

/** Lists the breaks that no test needs to notice, as `file: change`. */
export const ACCEPTED: readonly string[] = [...PAGE.matchAll(/^- `(\S+)`, `(.+)`: .+$/gm)].map(
  ([, file, what]) => `${file}: ${what}`,
)

/** Reads the handwritten breaks. Each changes a string that occurs once in its file. */
export const readWritten = (): Break[] =>
  [...PAGE.matchAll(/^- `(\S+)`: `(.+)` → `(.*)`, `(\S+)`: (.+)$/gm)].map(
    ([, file = '', find = '', text = '', test = '', name = '']) => {
      const source = read(file)
      const [before = '', ...after] = source.split(find)
      if (after.length !== 1) throw new Error(`${file} does not have this once: ${find}`)
      const [start, end] = [before.length, before.length + find.length]
      const what = `${find} → ${text}`
      return { start, end, text, what, file, line: lineOf(source, start), test: [test, name] }
    },
  )

interface Choice {
  /** How the paths of broken files or tests begin. A file's path may end with a line number, as in `file:12`. */
  readonly filters: readonly string[]
  /** The changed lines of changed files. */
  readonly changed?: ReadonlyMap<string, ReadonlySet<number>>
  /** A day of the week, from 0 to 6. */
  readonly day?: number
}

/**
 * Chooses the breaks that match the filters and the changes, or a seventh of them on a day of the week. By default, it
 * chooses all.
 */
export const choose = (breaks: readonly Break[], { filters, changed, day }: Choice): Break[] =>
  breaks.filter(({ file, line, test: [test = ''] = [] }, index) => {
    const isNamed = (it: string) => `${file}:${line}`.startsWith(it) || test.startsWith(it)
    const isChanged = changed?.has(test) || changed?.get(file)?.has(line)
    return (
      (filters.length === 0 || filters.some(isNamed)) &&
      (changed === undefined || isChanged) &&
      (day === undefined || index % 7 === day)
    )
  })
