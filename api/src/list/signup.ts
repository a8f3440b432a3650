import {
  FIELD_NAMES,
  FIELDS,
  type FieldName,
  type FormColumns,
  findProblem,
  HONEYPOT,
  messagesOf,
  QUESTION_NAMES,
  readConsent,
  SOURCE_PATTERN,
  tidy,
} from '../../../contract/waitlist.ts'
import { emailKey } from './identity.ts'

/** Questions stored in the column `answers`; the address has separate columns. */
export const ANSWER_NAMES = QUESTION_NAMES.filter((name) => name !== 'email')

/** Values by field. An empty value equals a missing one. */
export type Values = Readonly<Partial<Record<FieldName, string>>>

export interface Signup {
  readonly email: string
  readonly emailKey: string
  /** Answers by question, without empty ones. */
  readonly answers: Readonly<Record<string, string>>
  /** The honeypot's content. Null for most people, because they do not see that field. */
  readonly honeypot: string | null
}

export class InvalidForm extends Error {
  /** Messages by field. Empty when the body is not a form. */
  readonly fields: Values

  constructor(fields: Values) {
    super('INVALID')
    this.fields = fields
  }
}

/**
 * Tidies a body's fields and checks them by the rules of the form. Null, from programs, and empty optional fields, from
 * HTML forms, count as absent. Other members are ignored.
 * @throws InvalidForm
 */
export function readForm(body: unknown, names: readonly FieldName[] = FIELD_NAMES): Values {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new InvalidForm({})
  const sent = body as Readonly<Record<string, unknown>>
  const values: Partial<Record<FieldName, string>> = {}
  const problems: Partial<Record<FieldName, string>> = {}
  for (const name of names) {
    const value = sent[name] ?? ''
    const tidied = typeof value === 'string' ? tidy(name, value) : value
    const problem = findProblem(name, tidied)
    if (problem !== undefined) problems[name] = problem
    else if (typeof tidied === 'string') values[name] = tidied
  }
  if (Object.keys(problems).length > 0) throw new InvalidForm(problems)
  return values
}

const SOURCE = new RegExp(SOURCE_PATTERN, 'u')

/** Returns the source if it matches SOURCE_PATTERN. */
export const readSource = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  const source = value.trim()
  return SOURCE.test(source) ? source : undefined
}

/** Reads the query of the form's address. It ignores invalid values, because the visitor did not type them. */
export function readAddress(query: unknown): FormColumns {
  const { consent, source } = Object(query) as Readonly<Record<string, unknown>>
  return { agreed_to: readConsent(consent), source: readSource(source) ?? null }
}

/** Makes a signup of valid, tidy values. Returns undefined when no email can reach the address. */
export function toSignup(values: Values & { readonly email: string }): Signup | undefined {
  const key = emailKey(values.email)
  if (key === undefined) return undefined
  const given = ANSWER_NAMES.map((name) => [name, values[name]]).filter(([, value]) => value)
  return {
    email: values.email,
    emailKey: key,
    answers: Object.fromEntries(given),
    honeypot: values[HONEYPOT] || null,
  }
}

/**
 * Reads a signup from a body with these fields.
 * @throws InvalidForm, also when no email can reach the address
 */
export function readSignup(body: unknown, names?: readonly FieldName[]): Signup {
  const signup = toSignup({ email: '', ...readForm(body, names) })
  if (signup === undefined) throw new InvalidForm({ email: messagesOf(FIELDS.email).malformed })
  return signup
}
