import { setTimeout as delay } from 'node:timers/promises'
import type { WaitlistForm } from '@ad-kit/contract'
import { WAITLIST_PATH } from '../../../contract/waitlist.ts'
import { bodyOf, newPerson } from '../../support/people.ts'

/** How long a busy API is asked again. In milliseconds. */
const PATIENCE = 30_000

const isClosed = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'UND_ERR_SOCKET'

/**
 * `fetch`, again for 30 s while the API is busy (503), and after a connection that was closed without a response.
 * nginx may close between two requests (RFC 9112, section 9.3.1). It also closes after it refused a body that is
 * still being sent, and in 1 % of cases Node reports only the closed connection.
 */
export async function fetchAgain(url: string, init?: RequestInit): Promise<Response> {
  const end = Date.now() + PATIENCE
  for (;;) {
    const response = await fetch(url, init).catch((error: unknown) => {
      if (!isClosed(error) || Date.now() > end) throw error
      return undefined
    })
    if (response && (response.status !== 503 || Date.now() > end)) return response
    await response?.body?.cancel()
    if (response) await delay(1000)
  }
}

/** Sends the form of a new person once. */
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

/** Sends it as a visitor does, who tries again while the API is busy. */
export const signUp = (url: string, changes?: Partial<WaitlistForm>): Promise<Response> =>
  sendForm(url, changes, {}, fetchAgain)
