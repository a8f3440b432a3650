import {
  type ErrorResponse,
  FIELD_NAMES,
  type FieldName,
  signupAddress,
  type WaitlistForm,
} from '@ad-kit/contract'
import { notices } from '../content/waitlist.ts'
import { findSource } from './source.ts'

/** Messages, keyed by field. */
export type FieldErrors = Partial<Record<FieldName, string>>

/** `email` is the address that was sent. */
export type Outcome =
  | { kind: 'joined'; email: string }
  | { kind: 'failed'; message: string; fields: FieldErrors }

/** nginx sends these when it cannot reach the API, and the API when it cannot reach the database. */
const AWAY = [502, 503, 504]

const PAUSE_MS = 1_000

/**
 * Sends the form. If the API or the network is unavailable, retries once. This is safe, because signups are idempotent.
 * @throws if the last request got no response
 */
async function send(form: WaitlistForm): Promise<Response> {
  const request = () => postJson(signupAddress(findSource()), form)
  const response = await request().catch((error: Error) => {
    // There is no retry after a timeout, because the visitor has already waited long enough.
    if (error.name === 'TimeoutError') throw error
  })
  if (response && !AWAY.includes(response.status)) return response
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  return request()
}

/** Sends all fields of the form unchanged, because the API tidies them. Never throws. */
export async function submitSignup(form: WaitlistForm): Promise<Outcome> {
  try {
    const response = await send(form)
    // Only the status determines success, even if the body is cut off.
    const body = parse(await response.text().catch(() => ''))
    return response.ok ? { kind: 'joined', email: form.email } : toFailure(response.status, body)
  } catch {
    return FAILED
  }
}

/** After this time without a response, the page reports a failure. */
const TIMEOUT_MS = 15_000

/** @throws if no response arrives within the timeout */
export const postJson = (path: string, body: object): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })

/** Returns only strings. The response may come from a CDN instead of our API, and its `error` is often an object. */
export const words = (value: unknown): string => (typeof value === 'string' ? value : '')

export const members = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' ? { ...value } : {}

const FAILED: Outcome = { kind: 'failed', message: notices.failed.text, fields: {} }

/** Takes the error message from the JSON, or else from the raw text, or else from the status (spec §7). */
function toFailure(status: number, { error, fields }: ErrorBody): Outcome {
  const messages = members(fields)
  return {
    kind: 'failed',
    message: words(error) || `HTTP ${status}`,
    fields: Object.fromEntries(
      FIELD_NAMES.flatMap((name) => {
        const message = words(messages[name])
        return message ? [[name, message]] : []
      }),
    ),
  }
}

type ErrorBody = Partial<Record<keyof ErrorResponse, unknown>>

function parse(text: string): ErrorBody {
  try {
    return members(JSON.parse(text))
  } catch {
    return { error: text }
  }
}
