// Guards same-rules.
// Runs by day if a change touches contract/.

import { WAITLIST_PATH } from '@ad-kit/contract'
import { describe } from 'vitest'
import { expectStored } from '../../database/contract/expect-stored.ts'
import { CORPUS } from '../../support/corpus.ts'
import { select } from '../../support/database.ts'
import { test } from '../../support/fixtures/database.ts'
import { bodyOf, newPerson } from '../../support/people.ts'

describe('the corpus', () => {
  test.beforeEach(({ app }) => select(app.databaseUrl, 'TRUNCATE inbox, people, quarantine'))

  for (const { field, what, value } of CORPUS.filter(({ verdict }) => verdict === undefined)) {
    test(`${field}: ${what} is stored as it was sent`, async ({ app }) => {
      const form = { ...newPerson(), [field]: value }
      await app.http.post(WAITLIST_PATH).send(bodyOf(form)).expect(201)
      await expectStored(app, form)
    })
  }
})
