import {
  type ErrorResponse,
  FIELD_NAMES,
  type FieldName,
  JOINED,
  tidy,
  WAITLIST_PATH,
  type WaitlistForm,
} from '@ad-kit/api/contract'
import { notices } from '../content/waitlist.ts'

/** Messages by field. */
export type FieldErrors = Partial<Record<FieldName, string>>

export type Outcome = { kind: 'joined' } | { kind: 'failed'; message: string; fields: FieldErrors }

/** In milliseconds. The form then reports a failure. */
const TIMEOUT = 15_000

/** Sends all fields of the form; never throws. */
export async function submitSignup(form: WaitlistForm): Promise<Outcome> {
  try {
    const response = await fetch(WAITLIST_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(toRequest(form)),
      // Safari 15 has no AbortSignal.timeout and sets its own limit.
      signal: 'timeout' in AbortSignal ? AbortSignal.timeout(TIMEOUT) : null,
    })
    if (!response.ok) return await readFailure(response)
    // A CDN may send its error page with status 200, so the status alone does not count.
    const { status } = members(await response.json())
    return status === JOINED.status ? { kind: 'joined' } : FAILED
  } catch {
    return FAILED
  }
}

const FAILED: Outcome = { kind: 'failed', message: notices.failed.text, fields: {} }

function toRequest(form: WaitlistForm): Record<string, string> {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, tidy(name, form[name])]))
}

/** Spec §7: JSON if it can be parsed, else the raw text is the error; else the status. */
async function readFailure(response: Response): Promise<Outcome> {
  const { error, fields } = parse(await response.text())
  const messages = members(fields)
  return {
    kind: 'failed',
    message: words(error) || `HTTP ${response.status}`,
    fields: Object.fromEntries(
      FIELD_NAMES.flatMap((name) => {
        const message = words(messages[name])
        return message ? [[name, message]] : []
      }),
    ),
  }
}

/** The response may come from a CDN, not from our API: there `error` is often an object. */
type ErrorBody = Partial<Record<keyof ErrorResponse, unknown>>

function parse(text: string): ErrorBody {
  try {
    return members(JSON.parse(text))
  } catch {
    return { error: text }
  }
}

const words = (value: unknown): string => (typeof value === 'string' ? value : '')

const members = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' ? { ...value } : {}
