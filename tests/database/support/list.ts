import { WAITLIST_PATH, type WaitlistForm } from '@ad-kit/contract'
import { expect } from 'vitest'
import { fold } from '../../../api/src/list/inbox/fold.ts'
import { openSession } from '../../../api/src/system/session.ts'
import type { TestApp } from '../../support/app.ts'
import { bodyOf, newPerson } from '../../support/people.ts'

/** A list that people join through the form, and its owner's session. */
export type List = Awaited<ReturnType<typeof openList>>

/** Opens an app's list. The caller must close its session. */
export async function openList(app: TestApp) {
  const session = await openSession(app.databaseUrl)
  /** Sends the form and folds it, as every command of the owner's program does. Returns what was sent. */
  const join = async (
    changes: Partial<WaitlistForm> = {},
    query: Readonly<Record<string, string>> = {},
  ): Promise<WaitlistForm> => {
    const person = newPerson(changes)
    const { status, text } = await app.http.post(WAITLIST_PATH).query(query).send(bodyOf(person))
    expect(status, text).toBe(201)
    await fold(session, { events: false })
    return person
  }
  /** Joins with the hidden field filled in. */
  const quarantine = (changes: Partial<WaitlistForm> = {}) => join({ website: 'x', ...changes })
  return { app, session, join, quarantine }
}
