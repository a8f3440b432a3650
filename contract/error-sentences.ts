import type { Forms } from './words.ts'

/**
 * A sentence for each error code. nginx writes them into JSON and HTML as well, so they must not contain characters
 * that need escaping there.
 */
export const ERROR_SENTENCES = {
  REQUEST_MALFORMED: 'We could not read that request.',
  BODY_MALFORMED: 'We could not read that request.',
  CROSS_SITE: 'This request was sent from another website.',
  NOT_FOUND: 'There is nothing at this address.',
  METHOD_NOT_ALLOWED: 'This method is not supported at this address.',
  REQUEST_TIMEOUT: 'The request took too long. Please try again.',
  PRECONDITION_FAILED: 'This is not the version that was asked for.',
  BODY_TOO_LARGE: 'The text is too long. Please shorten it and try again.',
  CONTENT_TYPE_UNSUPPORTED: 'This content type is not supported at this address.',
  RATE_LIMITED: 'Too many requests came from your network. Please try again in a minute.',
  HEADERS_TOO_LARGE: 'We could not read that request.',
  INTERNAL: 'Something went wrong on our side. Please try again later.',
  UNAVAILABLE: 'This is not available right now. Please try again in a moment.',
} as const

/** On the site's forms, these sentences replace the general ones. */
const FORM_SENTENCES = {
  BODY_MALFORMED: 'We could not read the form. Please reload the page and try again.',
  CROSS_SITE: 'This form was sent from another website. Please send it again from this one.',
  CONTENT_TYPE_UNSUPPORTED: 'Please send the form as JSON or as a web form.',
} as const

export const SIGNUP_SENTENCES = {
  ...FORM_SENTENCES,
  INTERNAL: 'Something went wrong on our side. Your signup was not saved; please try again later.',
  UNAVAILABLE: 'We cannot save your signup right now. Please try again in a moment.',
} as const

/**
 * The error code for a signup sent after the form has closed, and the sentence that the visitor reads. `{url}` is the
 * product's address.
 */
export const CLOSED = 'WAITLIST_CLOSED'
export const CLOSED_SENTENCES = {
  launched: 'The waitlist has closed. Everyone can start now: {url}',
  closed:
    'The waitlist isn’t accepting new signups. If you are on it, your place is safe: we’ll email you when it’s your turn.',
} as const

export const RESEND_SENTENCES = {
  ...FORM_SENTENCES,
  UNAVAILABLE: 'We cannot send an email right now. Please try again in a moment.',
} as const

export const LINK_SENTENCES = {
  NOT_FOUND: 'This link is no longer valid. If you erased your entry, it is gone.',
  UNAVAILABLE: 'We cannot do this right now. Please try again in a moment.',
} as const

/** Tells a visitor who has sent too many forms how many minutes to wait. */
export const WAIT_MINUTES: Forms = {
  one: 'Too many forms came from your network. Please try again in a minute.',
  other: 'Too many forms came from your network. Please try again in {count} minutes.',
}

/**
 * Sentences that say what a visitor can do after a failure. nginx uses only `address` and `again`, because it knows only
 * the request.
 */
export const ADVICE = {
  form: 'Use your browser’s Back button; what you typed is still in the form.',
  button: 'Use your browser’s Back button, and click the button again.',
  address: 'Please check the address, or try again later.',
  again: 'Go back in your browser to send it again. Sending it twice does no harm.',
} as const
