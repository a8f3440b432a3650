import { WAITLIST_PATH } from '@ad-kit/contract'
import { expect } from 'vitest'
import { select } from '../../support/database.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { hold } from '../support/locks.ts'
import { test } from '../support/test.ts'

test('a signup that the database refuses fails alone in its batch', async ({ app }) => {
  await select(
    app.databaseUrl,
    `ALTER TABLE inbox ADD CONSTRAINT no_mallory CHECK (answers->>'first_name' <> 'Mallory')`,
  )
  const people = Array.from({ length: 64 }, (_, index) =>
    newPerson(index === 17 ? { first_name: 'Mallory' } : {}),
  )
  // While the lock prevents writes, the signups gather into batches.
  const release = await hold(app.databaseUrl, 'LOCK TABLE inbox IN SHARE MODE')
  const sent = people.map(async (person) => {
    const { status } = await app.http.post(WAITLIST_PATH).send(bodyOf(person))
    return status
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  await release()
  expect(await Promise.all(sent)).toEqual(people.map((_, index) => (index === 17 ? 500 : 201)))

  const [written] = await select<{ transactions: number }>(
    app.databaseUrl,
    'SELECT count(DISTINCT xmin::text)::integer AS transactions FROM inbox',
  )
  // The batch of the refused row is halved until that row is alone.
  expect(written?.transactions).toBeLessThanOrEqual(12)
  const emails = (await app.people()).map(({ email }) => email)
  const others = people.filter(({ first_name }) => first_name !== 'Mallory')
  expect(emails.sort()).toEqual(others.map(({ email }) => email).sort())
})
