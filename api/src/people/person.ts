import {
  COLUMN_NAMES,
  type Columns,
  HONEYPOT,
  type HoneypotName,
  isTime,
  QUESTION_NAMES,
  type QuestionName,
  REFERRAL_CODE_PATTERN,
  REFERRALS,
} from '../../contract/waitlist.ts'
import type { Signup } from '../inbox/signup.ts'

/** A time in ISO 8601, UTC, to the microsecond. */
export const iso = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS ${column}`

/** SQL about a row `friend` of `signups` that has confirmed and came by a code: those of an index. */
export const IS_FRIEND = `friend.confirmed_at IS NOT NULL AND friend.source ~ '${REFERRAL_CODE_PATTERN}'`

/**
 * SQL about a row of `signups`: friends who have confirmed. Null for a person without a code. Most people
 * with a code have no friend, so a cheaper question comes first.
 */
export const COUNT_REFERRALS = `CASE WHEN signups.referral_code IS NULL THEN NULL
  WHEN EXISTS (SELECT FROM signups AS friend WHERE friend.source = signups.referral_code AND ${IS_FRIEND})
  THEN referrals_of(signups.referral_code, signups.email_key) ELSE 0 END`

export const PERSON_COLUMNS = [
  'email',
  'answers',
  'honeypot',
  ...COLUMN_NAMES.map((name) => (isTime(name) ? iso(name) : name)),
  `${COUNT_REFERRALS} AS ${REFERRALS.name}`,
].join(', ')

interface Referrals {
  /** Friends who have confirmed; null without a code. */
  readonly [REFERRALS.name]: number | null
}

export type PersonRow = Pick<Signup, 'email' | 'answers' | 'honeypot'> & Columns & Referrals

/** An answer for each question; null for none. */
type Answers = Readonly<Record<QuestionName, string | null>>

/**
 * A signup as operators see it: the answers by question, the columns, and the content of the honeypot
 * if the signup is quarantined. Answers to former questions have keys too.
 */
export type Person = Answers &
  Omit<Columns, 'referral_code'> &
  Partial<Pick<Columns, 'referral_code'> & Referrals> & { readonly [Name in HoneypotName]?: string }

export function answersOf({ email, answers }: Pick<Signup, 'email' | 'answers'>): Answers {
  const found = QUESTION_NAMES.map((name) => [name, name === 'email' ? email : answers[name]])
  return Object.fromEntries(found.map(([name, answer]) => [name, answer ?? null])) as Answers
}

/** Answers to former questions come after the others. */
export const toPerson = ({ email, answers, honeypot, ...columns }: PersonRow): Person => ({
  ...answersOf({ email, answers }),
  ...answers,
  ...(honeypot !== null && { [HONEYPOT]: honeypot }),
  ...columns,
})

/** A person as shown where REFERRALS is off. */
export function withoutReferrals({ referral_code, referrals, ...person }: Person): Person {
  return person
}
