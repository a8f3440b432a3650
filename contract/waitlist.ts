/**
 * The contract of `POST /api/waitlist`. The browser, the API and the owner's program import this folder, which must not
 * import anything from outside.
 */
import { CONSENT } from './consent.ts'
import type { FieldName } from './questions.ts'

export * from './consent.ts'
export * from './error-sentences.ts'
export * from './fields.ts'
export * from './format.ts'
export * from './held-data.ts'
export * from './links.ts'
export * from './person.ts'
export * from './questions.ts'
export * from './rules.ts'
export * from './source.ts'
export * from './words.ts'

export const WAITLIST_PATH = '/api/waitlist'

/**
 * Returns the address that the form is sent to, with and without JavaScript. The query contains what the visitor does
 * not type: the version of the text next to the button, and the source if it is known.
 */
export function signupAddress(source?: string): string {
  const query = new URLSearchParams({ consent: CONSENT.version, ...(source && { source }) })
  return `${WAITLIST_PATH}?${query}`
}

/** The prerendered page to which the API redirects after a form sent without JavaScript. */
export const JOINED_PATH = '/waitlist/joined'

/** The largest accepted body, in bytes. A larger one is refused before it is parsed. */
export const BODY_LIMIT = 16 * 1024

/** Attributes that tell password managers to leave the honeypot empty, one for each manager. */
export const UNFILLED = {
  'data-1p-ignore': 'true',
  'data-bwignore': 'true',
  'data-lpignore': 'true',
  'data-form-type': 'other',
} as const

/** The path for requesting another confirmation email. `email` is the body's only member. */
export const RESEND_PATH = '/api/waitlist/confirmation'

/** The body of its 202 response, which is the same for known and unknown addresses. */
export const RESENT = { status: 'sent if the address is on the list' } as const

/** The body of a signup's 201 response, which is the same for new people, listed people and suspected bots. */
export const JOINED = { status: 'joined' } as const

/** The body of every error response under `/api`. */
export interface ErrorResponse {
  /** A sentence for the visitor. */
  error: string
  /** A stable code for programs. */
  code: string
  /** Messages by field, if any fields are invalid. */
  fields?: Partial<Record<FieldName, string>>
}
