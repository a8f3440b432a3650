import { setTimeout as delay } from 'node:timers/promises'
import type { WaitlistForm } from '@ad-kit/contract'
import { WAITLIST_PATH } from '../../../contract/waitlist.ts'
import { bodyOf, newPerson } from '../people.ts'

/** Sends the form of a new person once. */
export const sendForm = (
  url: string,
  changes: Partial<WaitlistForm> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(url + WAITLIST_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(bodyOf(newPerson(changes))),
  })

/** Sends it as the page's script does: while the API is busy (503), again for 30 s. */
export async function signUp(url: string, changes?: Partial<WaitlistForm>): Promise<Response> {
  const end = Date.now() + 30_000
  for (;;) {
    const response = await sendForm(url, changes)
    if (response.status !== 503 || Date.now() > end) return response
    await delay(1000)
  }
}
