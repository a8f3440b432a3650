import { UsageError } from './owner-error.ts'
import { COLUMN_NAMES, COLUMNS, type ColumnName, isTime } from './person.ts'
import { type ChoiceQuestion, FIELDS, type Field, QUESTION_NAMES } from './waitlist.ts'

/** Matches people whose answer or column equals one of these strings, ignoring case. */
interface Condition {
  readonly name: string
  readonly values: readonly string[]
}

/** A person must meet all of them. */
export type Conditions = readonly Condition[]

/** The subject of a condition. An owner may write labels instead of names and values. */
interface Subject {
  readonly label: string
  /** The possible values; undefined if any string is allowed. */
  readonly options?: ChoiceQuestion['options'] | undefined
}

const YES_OR_NO = ['yes', 'no'].map((value) => ({ value, label: value }))

const subjectOf = (field: Field): Subject => ({
  label: field.label,
  options: field.type === 'choice' ? field.options : undefined,
})

/** Returns the name that conditions use for a column. A time is named after its event: `invited` for `invited_at`. */
export const conditionName = (column: ColumnName): string => column.replace(/_at$/, '')

/**
 * The subjects of conditions, by name. `joined` is left out because it would match everyone, and the address because
 * `show` looks people up by it.
 */
const SUBJECTS: ReadonlyMap<string, Subject> = new Map([
  ...QUESTION_NAMES.filter((name) => name !== 'email').map((name): [string, Subject] => [
    name,
    subjectOf(FIELDS[name]),
  ]),
  ...COLUMN_NAMES.filter((name) => name !== 'joined_at').map((name): [string, Subject] => [
    conditionName(name),
    { label: COLUMNS[name].label, options: isTime(name) ? YES_OR_NO : undefined },
  ]),
])

const possible = ([name, { options }]: readonly [string, Subject]): string =>
  `${name}=${options?.map(({ value }) => value).join('|') ?? 'TEXT'}`

/** An example that is valid whatever the form asks, such as `role=entrepreneur`. */
export const [EXAMPLE_CONDITION = ''] = [...SUBJECTS].flatMap(([name, { options = [] }]) =>
  options.map(({ value }) => `${name}=${value}`),
)

const FRIENDS = /^friends\s*(>=|<|=)\s*(\d{1,6})$/i

const FRIENDS_POSSIBLE = 'friends>=NUMBER, friends<NUMBER, friends=NUMBER'

/** All possible conditions, such as `role=agency|other, source=TEXT`. */
const POSSIBLE = `${[...SUBJECTS].map(possible).join(', ')}, ${FRIENDS_POSSIBLE}`

const isOneOf = (word: string, names: readonly string[]): boolean =>
  names.some((name) => name.toLowerCase() === word.toLowerCase())

/**
 * Returns a name and a value. For friends, the name includes `>=` or `<`, so that a second comparison narrows the
 * selection.
 */
function readCondition(text: string): readonly [name: string, value: string] {
  const [isFriends, operator, number] = FRIENDS.exec(text) ?? []
  if (isFriends) return [`friends${operator === '=' ? '' : operator}`, String(Number(number))]
  if (/^friends\b/i.test(text)) {
    throw new UsageError(`--where ${text}: expected ${FRIENDS_POSSIBLE}. Quote it in the shell.`)
  }
  const [, word = '', given = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  const subject = [...SUBJECTS].find(([name, { label }]) => isOneOf(word, [name, label]))
  if (subject === undefined) throw new UsageError(`--where ${text}: expected one of ${POSSIBLE}.`)
  const [name, { options }] = subject
  const value = options
    ? options.find(({ value, label }) => isOneOf(given, [value, label]))?.value
    : given
  if (!value) throw new UsageError(`--where ${text}: expected ${possible(subject)}.`)
  return [name, value]
}

/** Returns whether a condition is about friends, which are not counted with REFERRALS=off. */
export const isAboutFriends = ({ name }: Condition): boolean => name.startsWith('friends')

/**
 * Adds a condition such as `role=agency` to others. Repeating a name matches either value.
 * @param referrals false with REFERRALS=off
 * @throws UsageError that lists the possible conditions
 */
export function addCondition(text: string, before: Conditions = [], referrals = true): Conditions {
  const [name, value] = readCondition(text)
  if (!referrals && isAboutFriends({ name, values: [] })) {
    throw new UsageError(`--where ${text}: friends are not counted, because REFERRALS is off.`)
  }
  const others = before.filter((condition) => condition.name !== name)
  const same = before.filter((condition) => condition.name === name)
  return [...others, { name, values: [...same.flatMap(({ values }) => values), value] }]
}

/**
 * Reads several conditions, as `addCondition` does.
 * @throws UsageError that lists the possible conditions
 */
export const readConditions = (texts: readonly string[] = [], referrals = true): Conditions =>
  texts.reduce<Conditions>((before, text) => addCondition(text, before, referrals), [])

const inWord = (name: string, value: string): string =>
  /[=<]$/.test(name) ? `${name}${value}` : `${name}=${value}`

/** Returns the conditions as the history records them, without anything that a person typed. */
export function detailOf(conditions: Conditions): { readonly where?: string } {
  const words = conditions.map(({ name, values }) => {
    const isText = SUBJECTS.has(name) && SUBJECTS.get(name)?.options === undefined
    return inWord(name, isText ? 'TEXT' : values.join('|'))
  })
  return words.length === 0 ? {} : { where: words.join(', ') }
}

/** Returns, for example, ` with role=agency`, or an empty string without conditions. */
export function inWords(conditions: Conditions): string {
  const words = conditions.map(({ name, values }) => inWord(name, values.join('|')))
  return words.length === 0 ? '' : ` with ${words.join(', ')}`
}
