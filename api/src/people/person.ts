import { HONEYPOT, QUESTION_NAMES } from '../../contract/waitlist.ts'
import type { Signup } from '../signup/signup.ts'

/** A time in ISO 8601, UTC, to the microsecond. */
export const iso = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS ${column}`

const TIMES = [
  'joined_at',
  'confirmed_at',
  'invited_at',
  'left_at',
  'undeliverable_at',
  'corrected_at',
  'released_at',
] as const

export const PERSON_COLUMNS = [
  'email',
  'answers',
  'honeypot',
  'agreed_to',
  'source',
  ...TIMES.map(iso),
].join(', ')

type Times = Readonly<Record<(typeof TIMES)[number], string | null>>

export type PersonRow = Pick<Signup, 'email' | 'answers' | 'honeypot' | 'source'> &
  Times & { readonly agreed_to: string | null }

/**
 * A signup as operators see it, with the questions' names as keys: the answers, the times, and the
 * content of the honeypot if the signup is quarantined.
 */
export type Person = Readonly<Record<string, string | null>>

/** Answers to former questions come after the others. */
export function toPerson({ email, answers, honeypot, ...others }: PersonRow): Person {
  const known = QUESTION_NAMES.map((name): [string, string | null] => [
    name,
    name === 'email' ? email : (answers[name] ?? null),
  ])
  const { agreed_to, source } = others
  return {
    ...Object.fromEntries(known),
    ...answers,
    ...(honeypot !== null && { [HONEYPOT]: honeypot }),
    source,
    agreed_to,
    // the form's button was pressed at that time
    agreed_at: agreed_to && others.joined_at,
    ...Object.fromEntries(TIMES.map((name) => [name, others[name]])),
  }
}
