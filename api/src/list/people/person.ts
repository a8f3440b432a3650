import {
  COLUMN_NAMES,
  type Columns,
  HONEYPOT,
  type HoneypotName,
  isTime,
  QUESTION_NAMES,
  type QuestionName,
  REFERRALS,
} from '../../../../contract/waitlist.ts'
import type { Signup } from '../inbox/signup.ts'

/**
 * Returns SQL for a time in ISO 8601, in UTC and to the microsecond.
 * @param table required if `column` may be a function of the row
 */
export const iso = (column: string, table?: string): string =>
  `to_char(${table ? `${table}.` : ''}${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS ${column}`

/** Returns SQL for a column of `people`, or for a function of its row (migrations/functions). */
const column = (name: string): string => (isTime(name) ? iso(name, 'people') : `people.${name}`)

/** Returns the select list for people with the given columns. */
export const personColumns = (names: readonly string[]): string =>
  ['email', 'answers', ...names].map((name) => column(name)).join(', ')

export const PERSON_COLUMNS = personColumns([...COLUMN_NAMES, REFERRALS.name])

interface Referrals {
  /** The number of confirmed friends who count; null for a person without a code. */
  readonly [REFERRALS.name]: number | null
}

export type PersonRow = Pick<Signup, 'email' | 'answers'> & Columns & Referrals

type Answers = Readonly<Record<QuestionName, string | null>>

/**
 * A signup as owners see it: the answers by question (former questions included), the columns and, for a quarantined
 * signup, the honeypot's content.
 */
export type Person = Answers &
  Omit<Columns, 'referral_code'> &
  Partial<Pick<Columns, 'referral_code'> & Referrals> & { readonly [Name in HoneypotName]?: string }

export function answersOf({ email, answers }: Pick<Signup, 'email' | 'answers'>): Answers {
  const found = QUESTION_NAMES.map((name) => [name, name === 'email' ? email : answers[name]])
  return Object.fromEntries(found.map(([name, answer]) => [name, answer ?? null])) as Answers
}

/** Turns a row into a person. Answers to former questions come last. */
export const toPerson = ({ email, answers, ...columns }: PersonRow): Person => ({
  ...answersOf({ email, answers }),
  ...answers,
  ...columns,
})

export const QUARANTINE_COLUMNS = `email, answers, honeypot, source, consent, ${iso('joined_at', 'quarantine')}`

export type QuarantineRow = Pick<Signup, 'email' | 'answers'> &
  Pick<Columns, 'joined_at' | 'source' | 'consent'> & { readonly honeypot: string }

const NO_COLUMNS = Object.fromEntries(COLUMN_NAMES.map((name) => [name, null]))

export type FormRow = Pick<PersonRow, 'email' | 'answers'> & Partial<Columns>

/** Gives a form the shape of a person. */
export const toForm = (columns: FormRow): Person =>
  toPerson({ ...(NO_COLUMNS as unknown as Columns), referrals: null, ...columns })

export const toQuarantined = ({ honeypot, ...columns }: QuarantineRow): Person => ({
  ...toForm(columns),
  [HONEYPOT]: honeypot,
})

/** Removes what owners do not see with REFERRALS=off. */
export function withoutReferrals({ referral_code, referrals, ...person }: Person): Person {
  return person
}
