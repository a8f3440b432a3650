import {
  FIELDS,
  type FieldName,
  type FormColumns,
  HONEYPOT,
  QUESTION_NAMES,
  readConsent,
  SOURCE_PATTERN,
  tidy,
} from '../../../contract/waitlist.ts'
import { emailKey } from './identity.ts'

/** Questions whose answers are in the column `answers`; the address has columns of its own. */
export const ANSWER_NAMES = QUESTION_NAMES.filter((name) => name !== 'email')

/** Values by field. Empty and missing mean the same. */
export type Values = Readonly<Partial<Record<FieldName, string>>>

export interface Signup {
  readonly email: string
  readonly emailKey: string
  /** By question; an empty answer has no key. */
  readonly answers: Readonly<Record<string, string>>
  /** Its content, which only a bot sends. Null for a person. */
  readonly honeypot: string | null
}

const ENTRIES = Object.entries(FIELDS)

const SOURCE = new RegExp(SOURCE_PATTERN, 'u')

/**
 * Trims every field of a body. HTML forms send empty optional fields, and programs send null; they are treated as
 * absent. Unknown members and values of other types stay as they are.
 */
export function tidyBody(body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  const values = body as Record<string, unknown>
  for (const [name, { required }] of ENTRIES) {
    const value = values[name] === null ? '' : values[name]
    if (typeof value !== 'string') continue
    values[name] = tidy(name as FieldName, value) || (required ? '' : undefined)
  }
}

/** The source if it is a word as in SOURCE_PATTERN. */
export const readSource = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  const source = value.trim()
  return SOURCE.test(source) ? source : undefined
}

/** A strange value is not the visitor's mistake, so it must not refuse the signup. */
export function readAddress(query: unknown): FormColumns {
  const { consent, source } = Object(query) as Readonly<Record<string, unknown>>
  return { agreed_to: readConsent(consent), source: readSource(source) ?? null }
}

/** @returns undefined when no mail can reach the address. Expects valid, tidy values. */
export function toSignup(values: Values & { readonly email: string }): Signup | undefined {
  const key = emailKey(values.email)
  if (key === undefined) return undefined
  const answers: Record<string, string> = {}
  for (const name of ANSWER_NAMES) {
    const value = values[name]
    if (value) answers[name] = value
  }
  return {
    email: values.email,
    emailKey: key,
    answers,
    honeypot: values[HONEYPOT] || null,
  }
}
