import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { WAITLIST_PATH } from '@ad-kit/contract'
import { expect, onTestFinished } from 'vitest'
import { select } from '../../../support/database.ts'
import { bodyOf, newPerson } from '../../../support/people.ts'
import { hold } from '../../support/locks.ts'
import { test } from '../../support/test.ts'

test('a signup that the database refuses fails alone in its batch', async ({ app }) => {
  // A sequence counts how often the row is refused, because a rollback does not reset it.
  await select(
    app.databaseUrl,
    `CREATE SEQUENCE refusals_of_mallory;
     GRANT USAGE ON SEQUENCE refusals_of_mallory TO PUBLIC;
     ALTER TABLE inbox ADD CONSTRAINT no_mallory
       CHECK (answers->>'first_name' <> 'Mallory' OR nextval('refusals_of_mallory') = 0)`,
  )
  const people = Array.from({ length: 64 }, (_, index) =>
    newPerson(index === 40 ? { first_name: 'Mallory' } : {}),
  )
  let begun = 0
  const count = () => {
    begun += 1
  }
  subscribe('http.server.request.start', count)
  onTestFinished(() => void unsubscribe('http.server.request.start', count))
  // While the lock prevents writes, the signups pile up into batches.
  const release = await hold(app.databaseUrl, 'LOCK TABLE inbox IN SHARE MODE')
  const sent = people.map(async (person) => {
    const { status } = await app.http.post(WAITLIST_PATH).send(bodyOf(person))
    return status
  })
  await expect.poll(() => begun).toBe(people.length)
  await release()
  expect(await Promise.all(sent)).toEqual(people.map((_, index) => (index === 40 ? 500 : 201)))

  const [refused] = await select<{ times: number }>(
    app.databaseUrl,
    'SELECT last_value::integer AS times FROM refusals_of_mallory',
  )
  // The batch with the refused row is halved until that row is alone, which takes six halvings for all 64 rows.
  expect(refused?.times).toBeGreaterThan(1)
  expect(refused?.times).toBeLessThanOrEqual(7)
  const emails = (await app.people()).map(({ email }) => email)
  const others = people.filter(({ first_name }) => first_name !== 'Mallory')
  expect(emails.sort()).toEqual(others.map(({ email }) => email).sort())
})
