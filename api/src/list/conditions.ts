import { UsageError } from '../../../contract/owner-error.ts'
import {
  COLUMN_NAMES,
  COLUMNS,
  FIELDS,
  type Field,
  QUESTION_NAMES,
  type QuestionName,
} from '../../../contract/waitlist.ts'

/** What can be asked about a person. */
interface Subject {
  /** SQL about a row of `people`: a text, or NULL. */
  readonly sql: string
  /** The texts that it can be. Without them, any text. */
  readonly values?: readonly string[]
}

/** People whose answer or column is one of these texts, in any letter case. */
interface Condition {
  readonly name: string
  readonly values: readonly string[]
}

/** All of them must be met. */
export type Conditions = readonly Condition[]

const YES_OR_NO = ['yes', 'no'] as const

function ofQuestion(name: Exclude<QuestionName, 'email'>): Subject {
  const field: Field = FIELDS[name]
  const sql = `answers->>'${name}'`
  return field.type === 'choice'
    ? { sql, values: field.options.map(({ value }) => value) }
    : { sql }
}

/** A time is asked for by the name of what happened: `invited` for `invited_at`. */
function ofColumn(name: (typeof COLUMN_NAMES)[number]): [string, Subject] {
  if (COLUMNS[name].type === 'text') return [name, { sql: `people.${name}` }]
  const sql = `CASE WHEN people.${name} IS NULL THEN 'no' ELSE 'yes' END`
  return [name.replace(/_at$/, ''), { sql, values: YES_OR_NO }]
}

/** Everybody has joined, and a person is found by the address without conditions. */
const SUBJECTS: ReadonlyMap<string, Subject> = new Map([
  ...QUESTION_NAMES.filter((name) => name !== 'email').map((name): [string, Subject] => [
    name,
    ofQuestion(name),
  ]),
  ...COLUMN_NAMES.filter((name) => name !== 'joined_at').map(ofColumn),
])

const possible = ([name, { values }]: readonly [string, Subject]): string =>
  `${name}=${values?.join('|') ?? 'TEXT'}`

/** An example that is right for any form, such as `role=agency`. */
export const [EXAMPLE_CONDITION = ''] = [...SUBJECTS].flatMap(([name, { values = [] }]) =>
  values.map((value) => `${name}=${value}`),
)

/** All that can be asked for, such as `role=agency|other, source=TEXT`. */
const POSSIBLE = [...SUBJECTS].map(possible).join(', ')

/**
 * Adds a condition such as `role=agency` to others. The same name again means one or the other.
 * @throws UsageError that lists what can be asked for
 */
export function addCondition(text: string, before: Conditions = []): Conditions {
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  const subject = SUBJECTS.get(name)
  if (!subject || value === '' || subject.values?.includes(value) === false) {
    const expected = subject ? possible([name, subject]) : `one of ${POSSIBLE}`
    throw new UsageError(`--where ${text}: expected ${expected}.`)
  }
  const others = before.filter((condition) => condition.name !== name)
  const same = before.filter((condition) => condition.name === name)
  return [...others, { name, values: [...same.flatMap(({ values }) => values), value] }]
}

/**
 * SQL about a row of `people`, and its parameters.
 * @param first the number of the first parameter
 */
export function toSql(conditions: Conditions, first: number) {
  const terms = conditions.map(
    ({ name }, index) =>
      `lower(${SUBJECTS.get(name)?.sql}) IN (SELECT lower(unnest($${first + index}::text[])))`,
  )
  return {
    sql: ['true', ...terms].join(' AND '),
    parameters: conditions.map(({ values }) => values),
  }
}

/** For the history, which must not hold what a person has typed. */
export function detailOf(conditions: Conditions): { readonly where?: string } {
  const words = conditions.map(({ name, values }) => {
    const isText = SUBJECTS.get(name)?.values === undefined
    return `${name}=${isText ? 'TEXT' : values.join('|')}`
  })
  return words.length === 0 ? {} : { where: words.join(', ') }
}

/** As the owner wrote them, such as ` with role=agency`; empty without conditions. */
export function inWords(conditions: Conditions): string {
  const words = conditions.map(({ name, values }) => `${name}=${values.join('|')}`)
  return words.length === 0 ? '' : ` with ${words.join(', ')}`
}

export const WHERE_FLAG = '--where <condition>'
export const WHERE_HELP =
  `only people with this answer or mark, such as ${EXAMPLE_CONDITION} or invited=no; ` +
  'several --where must all hold, and the same name twice means either'
