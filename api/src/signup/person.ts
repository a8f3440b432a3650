import { HONEYPOT, QUESTION_NAMES } from '../../contract/waitlist.ts'
import type { Signup } from './signup.ts'

/** A time in ISO 8601, UTC, to the microsecond. */
export const iso = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS ${column}`

const TIMES = ['joined_at', 'corrected_at', 'released_at'] as const

export const PERSON_COLUMNS = ['email', 'answers', 'honeypot', ...TIMES.map(iso)].join(', ')

type Times = Readonly<Record<(typeof TIMES)[number], string | null>>

export type PersonRow = Pick<Signup, 'email' | 'answers' | 'honeypot'> & Times

/**
 * A signup as operators see it, with the questions' names as keys: the answers, the times, and the
 * content of the honeypot if the signup is quarantined.
 */
export type Person = Readonly<Record<string, string | null>>

/** Answers to former questions come after the others. */
export function toPerson({ email, answers, honeypot, ...times }: PersonRow): Person {
  const known = QUESTION_NAMES.map((name): [string, string | null] => [
    name,
    name === 'email' ? email : (answers[name] ?? null),
  ])
  return {
    ...Object.fromEntries(known),
    ...answers,
    ...(honeypot !== null && { [HONEYPOT]: honeypot }),
    joined_at: times.joined_at,
    corrected_at: times.corrected_at,
    released_at: times.released_at,
  }
}
