// Guards newest-form, sources.

import { signupAddress } from '@ad-kit/contract'
import { describe, expect } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { test } from '../../support/fixtures/database.ts'
import { newPerson } from '../../support/people.ts'

describe('the source of a signup', () => {
  /** Sends the source with a new signup, or with another one of the same person. */
  async function join(app: TestApp, source?: string, person = newPerson()) {
    const { status, body } = await app.http.post(signupAddress(source)).send(person)
    expect([status, body]).toEqual([201, { status: 'joined' }])
    const row = (await app.people()).find(({ email }) => email === person.email)
    return { person, stored: row?.['source'] }
  }

  test('a word is stored without the spaces around it', async ({ app }) => {
    expect((await join(app, '  Product Hunt ')).stored).toBe('Product Hunt')
  })

  test.for(['a/b', 'a\0b', '&source=x'])(
    '%j is not stored, and the signup is accepted',
    async (source, { app }) => {
      expect((await join(app, source)).stored).toBe(null)
    },
  )

  test('the source of the newest form counts until the address is confirmed', async ({ app }) => {
    const { person } = await join(app, 'newsletter')
    expect((await join(app, 'ads', person)).stored).toBe('ads')
    expect((await join(app, undefined, person)).stored).toBe(null)
  })
})
