// Guards bad-row-alone.

import { WAITLIST_PATH } from '@ad-kit/contract'
import { describe, expect } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { select } from '../../support/database.ts'
import { test } from '../../support/fixtures/database.ts'
import { hold } from '../../support/locks.ts'
import { bodyOf, newPerson } from '../../support/people.ts'

const people = (count: number) => Array.from({ length: count }, () => newPerson())

describe('signups that arrive together', () => {
  /** Sends a signup at once and returns the status. */
  const join = async (app: TestApp, person: object) =>
    (await app.http.post(WAITLIST_PATH).send(bodyOf(person))).status

  /** Sends all while nothing can be written, and releases the table when they have gathered. */
  const joinTogether = async (app: TestApp, everybody: readonly object[]) => {
    const release = await hold(app.databaseUrl, 'LOCK TABLE inbox IN SHARE MODE')
    const statuses = everybody.map((person) => join(app, person))
    await new Promise((resolve) => setTimeout(resolve, 500))
    await release()
    return Promise.all(statuses)
  }

  test('listed and quarantined signups that arrive together are written in a few transactions', async ({
    app,
  }) => {
    const everybody = [...people(40), ...people(10).map((bot) => ({ ...bot, website: 'x' }))]
    expect(new Set(await joinTogether(app, everybody))).toEqual(new Set([201]))
    const written = await select<{ rows: string; transactions: string }>(
      app.databaseUrl,
      'SELECT count(*) AS rows, count(DISTINCT xmin::text) AS transactions FROM inbox',
    )
    expect(Number(written[0]?.rows)).toBe(50)
    expect(Number(written[0]?.transactions)).toBeLessThanOrEqual(6)
  })

  test('a signup that the database refuses does not fail the others of its batch', async ({
    app,
  }) => {
    await select(
      app.databaseUrl,
      `ALTER TABLE inbox ADD CONSTRAINT no_mallory CHECK (answers->>'first_name' <> 'Mallory')`,
    )
    const everybody = people(30).map((person, index) =>
      index === 17 ? { ...person, first_name: 'Mallory' } : person,
    )
    const statuses = await joinTogether(app, everybody)
    expect(statuses.filter((status) => status === 201)).toHaveLength(29)
    expect(statuses[17]).toBe(500)
    const emails = (await app.people()).map(({ email }) => email)
    const others = everybody.filter(({ first_name }) => first_name !== 'Mallory')
    expect(emails).toEqual(expect.arrayContaining(others.map(({ email }) => email)))
  })
})
