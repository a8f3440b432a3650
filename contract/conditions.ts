import { UsageError } from './owner-error.ts'
import { COLUMN_NAMES, type ColumnName, isTime } from './person.ts'
import { FIELDS, type Field, QUESTION_NAMES } from './waitlist.ts'

/** Matches people whose answer or column is one of these texts, in any letter case. */
interface Condition {
  readonly name: string
  readonly values: readonly string[]
}

/** A person must meet all of these conditions. */
export type Conditions = readonly Condition[]

/** The texts that a condition can have. Undefined: any text. */
type Texts = readonly string[] | undefined

const YES_OR_NO = ['yes', 'no'] as const

const textsOf = (field: Field): Texts =>
  field.type === 'choice' ? field.options.map(({ value }) => value) : undefined

/** Returns a column's name in conditions. A time has the name of what happened: `invited` for `invited_at`. */
export const conditionName = (column: ColumnName): string => column.replace(/_at$/, '')

/** The names of conditions, with their texts. `joined` would match everyone, and `show` finds an address. */
const SUBJECTS: ReadonlyMap<string, Texts> = new Map([
  ...QUESTION_NAMES.filter((name) => name !== 'email').map((name): [string, Texts] => [
    name,
    textsOf(FIELDS[name]),
  ]),
  ...COLUMN_NAMES.filter((name) => name !== 'joined_at').map((name): [string, Texts] => [
    conditionName(name),
    isTime(name) ? YES_OR_NO : undefined,
  ]),
])

const possible = ([name, texts]: readonly [string, Texts]): string =>
  `${name}=${texts?.join('|') ?? 'TEXT'}`

/** An example that is right for any form, such as `role=agency`. */
export const [EXAMPLE_CONDITION = ''] = [...SUBJECTS].flatMap(([name, texts = []]) =>
  texts.map((text) => `${name}=${text}`),
)

/** All possible conditions, such as `role=agency|other, source=TEXT`. */
const POSSIBLE = [...SUBJECTS].map(possible).join(', ')

/**
 * Adds a condition such as `role=agency` to others. The same name again means one or the other.
 * @throws UsageError that lists the possible conditions
 */
export function addCondition(text: string, before: Conditions = []): Conditions {
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  const texts = SUBJECTS.get(name)
  if (!SUBJECTS.has(name) || value === '' || texts?.includes(value) === false) {
    const expected = SUBJECTS.has(name) ? possible([name, texts]) : `one of ${POSSIBLE}`
    throw new UsageError(`--where ${text}: expected ${expected}.`)
  }
  const others = before.filter((condition) => condition.name !== name)
  const same = before.filter((condition) => condition.name === name)
  return [...others, { name, values: [...same.flatMap(({ values }) => values), value] }]
}

/** Returns the conditions for the history, which must not hold what a person typed. */
export function detailOf(conditions: Conditions): { readonly where?: string } {
  const words = conditions.map(({ name, values }) => {
    const isText = SUBJECTS.get(name) === undefined
    return `${name}=${isText ? 'TEXT' : values.join('|')}`
  })
  return words.length === 0 ? {} : { where: words.join(', ') }
}

/** Returns a text such as ` with role=agency`; an empty one without conditions. */
export function inWords(conditions: Conditions): string {
  const words = conditions.map(({ name, values }) => `${name}=${values.join('|')}`)
  return words.length === 0 ? '' : ` with ${words.join(', ')}`
}

export const WHERE_FLAG = '--where <condition>'
export const WHERE_HELP =
  `only people with this answer or mark, such as ${EXAMPLE_CONDITION} or invited=no; ` +
  'several --where must all hold, and the same name twice means either'
