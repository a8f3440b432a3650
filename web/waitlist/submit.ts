import {
  type ErrorAnswer,
  FIELD_NAMES,
  FIELDS,
  type FieldName,
  JOINED,
  WAITLIST_PATH,
  type WaitlistForm,
} from '@ad-kit/api/contract'
import { notices } from '../content/waitlist.ts'

/** Messages by field. */
export type FieldErrors = Partial<Record<FieldName, string>>

/** How a signup went, for the visitor. */
export type Outcome = { kind: 'joined' } | { kind: 'failed'; message: string; fields: FieldErrors }

/** A request that takes longer has failed for the visitor. In milliseconds. */
const TIMEOUT = 15_000

/** Sends the form's six fields; never throws. */
export async function submitSignup(form: WaitlistForm): Promise<Outcome> {
  try {
    const response = await fetch(WAITLIST_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(toRequest(form)),
      // Safari 15 has none, and waits for as long as it likes.
      signal: 'timeout' in AbortSignal ? AbortSignal.timeout(TIMEOUT) : null,
    })
    if (!response.ok) return await readFailure(response)
    // Nothing in between may say that somebody joined: a CDN's page for errors can be a 200, too.
    const { status } = members(await response.json())
    return status === JOINED.status ? { kind: 'joined' } : FAILED
  } catch {
    return FAILED
  }
}

const FAILED: Outcome = { kind: 'failed', message: notices.failed.text, fields: {} }

function toRequest(form: WaitlistForm): Record<string, string> {
  return Object.fromEntries(FIELD_NAMES.map((name) => [FIELDS[name].key, form[name].trim()]))
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
        const message = words(messages[FIELDS[name].key])
        return message ? [[name, message]] : []
      }),
    ),
  }
}

/** What answers may be no API of ours: a CDN's `error` is often an object, which nobody can show. */
type Answer = Partial<Record<keyof ErrorAnswer, unknown>>

function parse(text: string): Answer {
  try {
    return members(JSON.parse(text))
  } catch {
    return { error: text }
  }
}

const words = (value: unknown): string => (typeof value === 'string' ? value : '')

const members = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' ? { ...value } : {}
