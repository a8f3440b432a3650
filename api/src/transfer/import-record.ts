import {
  FIELDS,
  findProblem,
  QUESTION_NAMES,
  type QuestionName,
  tidy,
} from '../../contract/waitlist.ts'
import { readSource, type Signup, toSignup, type Values } from '../signup/signup.ts'

export interface ImportedRecord {
  readonly line: number
  readonly columns: Readonly<Record<string, unknown>>
}

/** Columns that are not questions. */
const DETAILS = ['joined_at', 'confirmed_at', 'source'] as const
type Detail = (typeof DETAILS)[number]

/** A signup from a file. */
export type Incoming = Signup & {
  /** Without a time, the person joins at the time of the import. */
  readonly joinedAt: string | undefined
  readonly confirmed: boolean
  /** Without a time, the time of the import. */
  readonly confirmedAt: string | undefined
}

export interface ReadOptions {
  /** Answers for empty cells. */
  readonly defaults?: Values | undefined
  /** People confirmed their address in the other tool. An empty `confirmed_at` says that one did not. */
  readonly confirmed?: boolean | undefined
}

const plain = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
    // the name in Mailchimp and others
    .replace(/e_?mail(_address)?/, 'email')

/** `First Name`, `first-name` and a question's label stand for `first_name`. */
const COLUMN_OF = new Map([
  ...QUESTION_NAMES.flatMap((name) => [
    [name, name] as const,
    [plain(FIELDS[name].label), name] as const,
  ]),
  ...DETAILS.map((name) => [name, name] as const),
])

export const columnName = (column: string): QuestionName | Detail | undefined =>
  COLUMN_OF.get(plain(column))

function valuesOf(columns: ImportedRecord['columns'], defaults: Values): Record<string, string> {
  const values: Record<string, string> = { ...defaults }
  for (const [column, value] of Object.entries(columns)) {
    const name = columnName(column)
    if (name === undefined || value === undefined || value === '') continue
    // NDJSON can nest objects, but an answer is a text
    if (typeof value === 'object') continue
    // details are tidied like answers
    values[name] = tidy(name as QuestionName, String(value))
  }
  return values
}

const TIME =
  /^(?<date>(?:19|20)\d\d-\d\d-\d\d)(?:[T ](?<clock>\d\d:\d\d(?::\d\d)?)(?:\.(?<fraction>\d{1,6})\d*)?(?<zone>Z|[+-]\d\d:\d\d)?)?$/

const isDay = (date: string): boolean => {
  const time = Date.parse(date)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

/** Keeps microseconds; a time without a zone is in UTC. */
function parseTime(text: string): string | undefined {
  const { date, clock = '00:00', fraction = '0', zone = 'Z' } = TIME.exec(text)?.groups ?? {}
  // Date.parse reads 31 February as 2 March
  if (!isDay(`${date}`)) return undefined
  const time = Date.parse(`${date}T${clock}${zone}`)
  return Number.isNaN(time)
    ? undefined
    : `${new Date(time).toISOString().slice(0, 19)}.${fraction}Z`
}

/** Returns the reason when the time is invalid or in the future. */
function timeProblem(name: Detail, time: string | undefined): string[] {
  if (time === undefined) return []
  const parsed = parseTime(time)
  if (parsed === undefined) return [`${name}: expected a time such as 2026-01-31T12:00:00Z`]
  return Date.parse(parsed) > Date.now() ? [`${name}: expected a time in the past`] : []
}

/** Replaces invalid UTF-8 when it is decoded. */
const REPLACEMENT = '\uFFFD'

function problemOf(name: QuestionName, value: string): string | undefined {
  if (value.includes(REPLACEMENT)) return 'this is not UTF-8'
  return findProblem(name, value)
}

const hasColumn = (columns: ImportedRecord['columns'], name: Detail): boolean =>
  Object.keys(columns).some((column) => columnName(column) === name)

/** Returns the signup of a record, or the reason why it cannot be imported. */
export function readRecord(
  columns: ImportedRecord['columns'],
  { defaults = {}, confirmed = false }: ReadOptions,
): Incoming | string {
  const { joined_at, confirmed_at, source, ...answers } = valuesOf(columns, defaults)
  const confirmedAt = confirmed ? confirmed_at : undefined
  const problems = QUESTION_NAMES.flatMap((name) => {
    const problem = problemOf(name, answers[name] ?? '')
    return problem === undefined ? [] : [`${name}: ${problem}`]
  })
  problems.push(...timeProblem('joined_at', joined_at), ...timeProblem('confirmed_at', confirmedAt))
  if (problems.length > 0) return problems.join('; ')
  const signup = toSignup({ ...answers, email: answers['email'] ?? '' })
  if (signup === undefined) return `email: ${FIELDS.email.messages.malformed}`
  return {
    ...signup,
    agreedTo: null,
    source: readSource(source) ?? null,
    joinedAt: joined_at && parseTime(joined_at),
    confirmed: confirmed && (confirmedAt !== undefined || !hasColumn(columns, 'confirmed_at')),
    confirmedAt: confirmedAt && parseTime(confirmedAt),
  }
}
