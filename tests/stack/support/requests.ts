import type { WaitlistForm } from '@ad-kit/contract'
import { WAITLIST_PATH } from '../../../contract/waitlist.ts'
import { bodyOf, newPerson } from '../../support/people.ts'

/** How long `fetchAgain` keeps retrying after closed connections. */
const PATIENCE_MS = 30_000

const isClosed = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'UND_ERR_SOCKET'

/**
 * Like `fetch`, but tries again if the connection was closed without a response. nginx may close one between two
 * requests (RFC 9112, section 9.3.1). It also closes one after refusing a body that is still being sent, and in 1% of
 * cases Node reports only that. Any response, even a 503, is returned as it is.
 */
export async function fetchAgain(url: string, init?: RequestInit): Promise<Response> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await fetch(url, init)
    } catch (error) {
      if (!isClosed(error) || Date.now() > end) throw error
    }
  }
}

/** Sends a new person's form once. */
export const sendForm = (
  url: string,
  changes: Partial<WaitlistForm> = {},
  headers: Readonly<Record<string, string>> = {},
  send: typeof fetchAgain = fetch,
): Promise<Response> =>
  send(url + WAITLIST_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(bodyOf(newPerson(changes))),
  })

/** Sends a new person's form, and tries again after each closed connection. */
export const signUp = (url: string, changes?: Partial<WaitlistForm>): Promise<Response> =>
  sendForm(url, changes, {}, fetchAgain)
