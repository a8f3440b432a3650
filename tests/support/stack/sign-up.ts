import type { WaitlistForm } from '@ad-kit/contract'
import { WAITLIST_PATH } from '../../../contract/waitlist.ts'
import { bodyOf, newPerson } from '../people.ts'

/** Sends the form of a new person, as the page's script does. */
export const signUp = (
  url: string,
  changes: Partial<WaitlistForm> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(url + WAITLIST_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(bodyOf(newPerson(changes))),
  })
