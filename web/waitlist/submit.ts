import {
  type ErrorAnswer,
  FIELDS,
  type FieldName,
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

const fieldNames = Object.keys(FIELDS) as FieldName[]

/** Sends the form's six fields; never throws. */
export async function submitSignup(form: WaitlistForm): Promise<Outcome> {
  try {
    const response = await fetch(WAITLIST_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(toRequest(form)),
      signal: AbortSignal.timeout(TIMEOUT),
    })
    return response.ok ? { kind: 'joined' } : await readFailure(response)
  } catch {
    return { kind: 'failed', message: notices.failed.text, fields: {} }
  }
}

function toRequest(form: WaitlistForm): Record<string, string> {
  return Object.fromEntries(fieldNames.map((name) => [FIELDS[name].key, form[name].trim()]))
}

/** Spec §7: JSON if it can be parsed, else the raw text is the error; else the status. */
async function readFailure(response: Response): Promise<Outcome> {
  const { error, fields } = parse(await response.text())
  const messages = members(fields)
  return {
    kind: 'failed',
    message: words(error) || `HTTP ${response.status}`,
    fields: Object.fromEntries(
      fieldNames.flatMap((name) => {
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
