import {
  FIELDS,
  isTime,
  PORTABLE_NAMES,
  type PortableName,
  QUESTION_NAMES,
  type QuestionName,
  REFERRAL_CODE_PATTERN,
} from '../../../contract/waitlist.ts'
import { readSource, type Signup, toSignup, type Values } from '../inbox/signup.ts'
import { answerProblem, toAnswer } from '../people/answer.ts'
import { parseTime } from '../text/time.ts'
import { columnName, valuesOf } from './import-columns.ts'

export interface ImportedRecord {
  readonly line: number
  readonly columns: Readonly<Record<string, unknown>>
}

/** A signup from a file. */
export type Incoming = Pick<Signup, 'email' | 'emailKey' | 'answers'> & {
  readonly confirmed: boolean
  /** A time of joining or confirming that is missing is the time of the import. */
  readonly columns: Readonly<Partial<Record<PortableName, string>>>
}

export interface ReadOptions {
  /** Answers for empty cells. */
  readonly defaults?: Values | undefined
  /** People confirmed their address in the other tool. An empty `confirmed_at` says that one did not. */
  readonly confirmed?: boolean | undefined
}

export { columnName } from './import-columns.ts'

const isQuestion = (name: string): name is QuestionName =>
  QUESTION_NAMES.some((question) => question === name)

/** The answers and texts of a record, as they are stored. */
function readValues(
  columns: ImportedRecord['columns'],
  defaults: Values,
): Record<string, string> & { readonly email: string } {
  const values = Object.entries(valuesOf(columns)).map(([name, text]) => [
    name,
    isQuestion(name) ? toAnswer(name, text) : text,
  ])
  return { email: '', ...defaults, ...Object.fromEntries(values) }
}

/** Returns the reason when a value is no time, or in the future. */
function timeProblem(name: PortableName, value: string | undefined): string[] {
  if (value === undefined || !isTime(name)) return []
  const time = parseTime(value)
  if (time === undefined) return [`${name}: expected a time such as 2026-01-31T12:00:00Z`]
  return Date.parse(time) > Date.now() ? [`${name}: expected a time in the past`] : []
}

const CODE = new RegExp(REFERRAL_CODE_PATTERN)

/** A text is a word, as in the addresses of pages; another one is dropped, and so is a strange code. */
function parseColumn(name: PortableName, value: string): string | undefined {
  if (isTime(name)) return parseTime(value)
  if (name === 'referral_code') return CODE.test(value) ? value : undefined
  return readSource(value)
}

/** Replaces invalid UTF-8 when it is decoded. */
const REPLACEMENT = '\uFFFD'

function problemOf(name: QuestionName, value: string): string | undefined {
  if (value.includes(REPLACEMENT)) return 'this is not UTF-8'
  return answerProblem(name, value)
}

const hasColumn = (columns: ImportedRecord['columns'], name: PortableName): boolean =>
  Object.keys(columns).some((column) => columnName(column) === name)

/** Returns the signup of a record, or the reason why it cannot be imported. */
export function readRecord(
  columns: ImportedRecord['columns'],
  { defaults = {}, confirmed = false }: ReadOptions,
): Incoming | string {
  const values = readValues(columns, defaults)
  if (!confirmed) delete values['confirmed_at']
  const problems = QUESTION_NAMES.flatMap((name) => {
    const problem = problemOf(name, values[name] ?? '')
    return problem === undefined ? [] : [`${name}: ${problem}`]
  })
  problems.push(...PORTABLE_NAMES.flatMap((name) => timeProblem(name, values[name])))
  if (problems.length > 0) return problems.join('; ')
  const signup = toSignup(values)
  if (signup === undefined) return `email: ${FIELDS.email.messages.malformed}`
  const { email, emailKey, answers } = signup
  return {
    email,
    emailKey,
    answers,
    confirmed: confirmed && ('confirmed_at' in values || !hasColumn(columns, 'confirmed_at')),
    columns: Object.fromEntries(
      PORTABLE_NAMES.map((name) => [name, parseColumn(name, values[name] ?? '')]),
    ),
  }
}
