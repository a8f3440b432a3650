import {
  FIELDS,
  isTime,
  PORTABLE_NAMES,
  type PortableName,
  QUESTION_NAMES,
  type QuestionName,
  REFERRAL_CODE_PATTERN,
} from '../../../../contract/waitlist.ts'
import { findProblems, toAnswer } from '../../list/inbox/answer.ts'
import type { Values } from '../../list/inbox/form-schema.ts'
import { readSource, type Signup, toSignup } from '../../list/inbox/signup.ts'
import { parseTime } from '../../system/parse-time.ts'
import { CLOCK_TOLERANCE_MS } from '../../system/time.ts'
import { type Cell, valuesOf } from './import-columns.ts'

export interface ImportedRecord {
  readonly line: number
  readonly cells: readonly Cell[]
}

export type Incoming = Pick<Signup, 'email' | 'mailbox' | 'answers'> & {
  readonly confirmed: boolean
  /** A missing time of joining or confirming becomes the import's time. */
  readonly columns: Readonly<Partial<Record<PortableName, string>>>
  /** True if a time is up to a day in the future. It becomes the import's time. */
  readonly isAhead: boolean
}

export interface ReadOptions {
  /** The answers that fill empty cells. */
  readonly defaults?: Values | undefined
  /** True if people confirmed in the other tool. An empty `confirmed_at` still means unconfirmed. */
  readonly confirmed?: boolean | undefined
}

const TIME_NAMES = PORTABLE_NAMES.filter(isTime)

const isAfter = (time: string | undefined, ms: number): boolean => Date.parse(time ?? '') > ms

/**
 * Returns the reason for refusing a value that is not a time, or that is more than a day in the future.
 * @param time the parsed value
 */
function timeProblem(value: string, time: string | undefined): string | undefined {
  if (value === '') return undefined
  if (time === undefined) return 'expected a time such as 2026-01-31T12:00:00Z'
  return isAfter(time, Date.now() + CLOCK_TOLERANCE_MS) ? 'expected a time in the past' : undefined
}

const CODE = new RegExp(REFERRAL_CODE_PATTERN)

/** Drops an invalid code, and, as the form does, a source that is not a word. */
function parseColumn(name: PortableName, value: string): string | undefined {
  if (isTime(name)) return parseTime(value)
  if (name === 'referral_code') return CODE.test(value) ? value : undefined
  return readSource(value)
}

/** Programs write this character in place of letters that they could not decode. */
const REPLACEMENT = '\uFFFD'

const LOST = 'the character \uFFFD replaces a letter that was lost before the export'

/** Returns a record's signup, or the reason why it cannot be imported. */
export function readRecord(
  cells: readonly Cell[],
  { defaults = {}, confirmed = false }: ReadOptions,
): Incoming | string {
  const found = valuesOf(cells)
  if (!confirmed) delete found['confirmed_at']
  const answers = QUESTION_NAMES.map((name) => {
    return [name, toAnswer(name, found[name] ?? '') || defaults[name] || ''] as const
  })
  const broken = findProblems(Object.fromEntries(answers))
  const problemOf = (name: QuestionName, value: string): string | undefined => {
    if (value.includes(REPLACEMENT)) return LOST
    if (broken[name] === undefined || value !== '') return broken[name]
    return name in found ? 'this cell is empty' : 'the file has no such column'
  }
  const columns: Incoming['columns'] = Object.fromEntries(
    PORTABLE_NAMES.map((name) => [name, parseColumn(name, found[name] ?? '')]),
  )
  const problems = [
    ...answers.map(([name, value]) => [name, problemOf(name, value)]),
    ...TIME_NAMES.map((name) => [name, timeProblem(found[name] ?? '', columns[name])]),
  ].filter(([, problem]) => problem !== undefined)
  if (problems.length > 0) return problems.map((each) => each.join(': ')).join('; ')
  const signup = toSignup({ email: '', ...Object.fromEntries(answers) })
  if (signup === undefined) return `email: ${FIELDS.email.messages.malformed}`
  return {
    email: signup.email,
    mailbox: signup.mailbox,
    answers: signup.answers,
    confirmed: confirmed && found['confirmed_at'] !== '',
    columns,
    isAhead: TIME_NAMES.some((name) => isAfter(columns[name], Date.now())),
  }
}
