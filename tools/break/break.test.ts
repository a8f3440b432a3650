import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../tests/support/repository.ts'
import { ACCEPTED, type Break, choose, generate, readWritten } from './breaks.ts'
import { dropFromSql, type Edit } from './sql.ts'
import { dropFromStrings, dropFromWiring } from './typescript.ts'

const edited = (text: string, edits: readonly Edit[]): string[] =>
  edits.map((edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end))

test.for<[sql: string, ...changes: string[]]>([
  ['WHERE a = $1 AND (b OR c IN (1, 2))', 'a = $1', '(b OR c IN (1, 2))', '!b', '!c IN (1, 2)'],
  ['DELETE FROM a WHERE b BETWEEN 1 AND 2 -- AND c', 'b BETWEEN 1 AND 2'],
  ['SELECT a WHERE b IS DISTINCT FROM c LIMIT 1', 'b IS DISTINCT FROM c'],
  ['SELECT CASE WHEN a THEN b ELSE c END, d', 'a', '!a'],
  ['SELECT FROM a FOR UPDATE OF a SKIP LOCKED', '-FOR UPDATE OF a SKIP LOCKED', '-SKIP LOCKED'],
  ['CREATE OR REPLACE FUNCTION a() SET search_path = b AS $$', '-SET search_path = b'],
  ['$$ BEGIN IF a THEN PERFORM b(); END IF; END $$', 'a', '!a', '-PERFORM b();'],
  ['INSERT INTO a ON CONFLICT (b) WHERE c DO UPDATE SET d = e WHERE f', 'f'],
  ['DROP VIEW IF EXISTS a;'],
])('the SQL %j is broken in each place', ([sql, ...changes]) => {
  const signs = { 'always: ': '', 'never: ': '!', 'without: ': '-' }
  const found = dropFromSql(sql).map(({ what }) =>
    Object.entries(signs).reduce((text, [kind, sign]) => text.replace(kind, sign), what),
  )
  expect(found).toEqual(changes)
})

test('SQL is found in strings and templates, whose values are not SQL', () => {
  const source = `A = \`WHERE \${b('c OR d')} AND e\``
  const edits = dropFromStrings(source)
  expect(edited(source, edits)).toEqual([
    `A = \`WHERE (\${b('c OR d')} OR true) AND e\``,
    `A = \`WHERE \${b('c OR d')} AND (e OR true)\``,
    `A = \`WHERE \${b('(c AND false) OR d')} AND e\``,
    `A = \`WHERE \${b('c OR (d AND false)')} AND e\``,
  ])
  expect(edits[0]?.isPartOf('SELECT a WHERE f AND e')).toBe(true)
  expect(edits[0]?.isPartOf('SELECT a WHERE f')).toBe(false)
})

test('the wiring is broken by removing statements, arguments, properties and elements', () => {
  const source = "a(b, 'c'); const d = [e, 1]; if (f) g({ h: 2 })"
  expect(edited(source, dropFromWiring(source))).toEqual([
    '; const d = [e, 1]; if (f) g({ h: 2 })',
    "a(undefined, 'c'); const d = [e, 1]; if (f) g({ h: 2 })",
    "a(b, 'c'); const d = [ 1]; if (f) g({ h: 2 })",
    "a(b, 'c'); const d = [e, 1]; ;",
    "a(b, 'c'); const d = [e, 1]; if (f) ;",
    "a(b, 'c'); const d = [e, 1]; if (f) g({  })",
  ])
})

test('each handwritten break changes its file and names an existing test', () => {
  for (const { test: [file, name] = ['', ''] } of readWritten())
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(name)
})

test('each accepted break is generated', () => {
  const generated = new Set(generate().map(({ file, what }) => `${file}: ${what}`))
  expect(ACCEPTED.filter((each) => !generated.has(each))).toEqual([])
})

test('breaks can be filtered, and each night tries a seventh of them', () => {
  const edit = { start: 0, end: 0, text: '', what: '' }
  const breaks: Break[] = ['a', 'a', 'b'].map((file, index) => ({ ...edit, file, line: index + 1 }))
  breaks.push({ ...edit, file: 'c', line: 4, test: ['d.test.ts', 'a name'] })
  const chosen = (choice: Parameters<typeof choose>[1]) =>
    choose(breaks, choice).map(({ file, line }) => `${file}:${line}`)
  expect(chosen({ filters: ['a:2', 'd.test'] })).toEqual(['a:2', 'c:4'])
  const changed = new Map(['a', 'd.test.ts'].map((file) => [file, new Set([2])]))
  expect(chosen({ filters: [], changed })).toEqual(['a:2', 'c:4'])
  const week = [0, 1, 2, 3, 4, 5, 6].flatMap((day) => chosen({ filters: [], day }))
  expect(week.toSorted()).toEqual(chosen({ filters: [] }))
})
