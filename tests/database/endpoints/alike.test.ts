// Guards quarantine.

import { WAITLIST_PATH } from '@ad-kit/contract'
import { expect } from 'vitest'
import { test } from '../../support/fixtures/database.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { comparable } from '../../support/responses.ts'

test('new, duplicate and quarantined signups get the same response', async ({ app }) => {
  const listed = newPerson()
  const people = [listed, listed, newPerson({ website: 'https://example.com' })]
  const responses = new Set<string>()
  for (const person of people) {
    const response = await app.http.post(WAITLIST_PATH).send(bodyOf(person))
    responses.add(JSON.stringify(comparable(response)))
  }
  expect(responses.size).toBe(1)
})
