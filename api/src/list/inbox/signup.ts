import {
  HONEYPOT,
  QUESTION_NAMES,
  readConsent,
  SOURCE_PATTERN,
} from '../../../../contract/waitlist.ts'
import { mailboxOf } from '../people/mailbox.ts'
import type { ValidForm, Values } from './form-schema.ts'

/** Questions stored in the `answers` column. The address has separate columns. */
export const ANSWER_NAMES = QUESTION_NAMES.filter((name) => name !== 'email')

export interface Signup {
  readonly email: string
  readonly mailbox: string
  /** Answers by question, without empty ones. */
  readonly answers: Readonly<Record<string, string>>
  /** The honeypot's content. Usually null, because people do not see the field. */
  readonly honeypot: string | null
}

/** The part of a signup that comes from the query string of the form's URL. */
export interface FromQuery {
  readonly consent: string
  readonly source: string | null
}

export class InvalidForm extends Error {
  /** Messages by field. Empty when the body is not a form. */
  readonly fields: Values

  constructor(fields: Values) {
    super('INVALID')
    this.fields = fields
  }
}

const SOURCE = new RegExp(SOURCE_PATTERN, 'u')

/** Returns the source if it matches SOURCE_PATTERN. */
export const readSource = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  const source = value.trim()
  return SOURCE.test(source) ? source : undefined
}

/** Reads the query string of the form's URL. Ignores invalid values, because the visitor did not type them. */
export function readQuery(query: unknown): FromQuery {
  const { consent, source } = Object(query) as Readonly<Record<string, unknown>>
  return { consent: readConsent(consent), source: readSource(source) ?? null }
}

/** Makes a signup from valid, tidy values. Returns undefined when no email can reach the address. */
export function toSignup(values: ValidForm): Signup | undefined {
  const mailbox = mailboxOf(values.email)
  if (mailbox === undefined) return undefined
  const given = ANSWER_NAMES.map((name) => [name, values[name]]).filter(([, value]) => value)
  return {
    email: values.email,
    mailbox,
    answers: Object.fromEntries(given),
    honeypot: values[HONEYPOT] || null,
  }
}
