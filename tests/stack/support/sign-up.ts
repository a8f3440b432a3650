import type { WaitlistForm } from '@ad-kit/contract'
import { WAITLIST_PATH } from '../../../contract/waitlist.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { fetchAgain } from './fetch-again.ts'

type Send = (
  url: string,
  changes?: Partial<WaitlistForm>,
  headers?: Readonly<Record<string, string>>,
) => Promise<Response>

const sender =
  (send: typeof fetchAgain): Send =>
  (url, changes = {}, headers = {}) =>
    send(url + WAITLIST_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(bodyOf(newPerson(changes))),
    })

/** Sends the form of a new person once. */
export const sendForm = sender((url, init) => fetch(url, init))

/** Sends it as a visitor does, who tries again while the API is busy. */
export const signUp = sender(fetchAgain)
