// Guards pgbouncer.

import { Readable } from 'node:stream'
import { WAITLIST_PATH } from '@ad-kit/contract'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openSession } from '../../../api/src/database/session.ts'
import { emailKey } from '../../../api/src/inbox/identity.ts'
import { correct } from '../../../api/src/people/correct.ts'
import { erase } from '../../../api/src/people/erase.ts'
import { find } from '../../../api/src/people/find.ts'
import { migrate, migrationNames } from '../../../api/src/schema/migrations.ts'
import { backup } from '../../../api/src/transfer/backup.ts'
import { restore } from '../../../api/src/transfer/restore.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { freshDatabase } from '../../support/database.ts'
import { describeUnless } from '../../support/describe-unless.ts'
import { hold, untilBlocked } from '../../support/locks.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { postgresUrl } from '../../support/shared.ts'
import { missingPgBouncer, startPgBouncer, type TestPgBouncer } from './pgbouncer.ts'

describeUnless(missingPgBouncer, 'a PgBouncer in transaction mode', () => {
  let ownerUrl: string
  let bouncer: TestPgBouncer
  let applied: string[]
  let app: TestApp

  beforeAll(async () => {
    ownerUrl = await freshDatabase(postgresUrl(), 'empty')
    bouncer = await startPgBouncer(ownerUrl)
    applied = await migrate(bouncer.url)
    app = await startApp(bouncer.url, { DATABASE_POOLER: 'transaction' })
  })
  afterAll(async () => {
    await app?.close()
    await bouncer?.stop()
  })

  const join = async (person: object) =>
    (await app.http.post(WAITLIST_PATH).send(bodyOf(person))).status
  const emailsOf = (rows: readonly { email: string }[]) => rows.map(({ email }) => email)

  test('fifty people who join at once through PgBouncer are all listed', async () => {
    const people = Array.from({ length: 50 }, () => newPerson())
    const statuses = await Promise.all(people.map(join))
    expect(new Set(statuses)).toEqual(new Set([201]))
    const emails = emailsOf(await app.people())
    expect(emails).toEqual(expect.arrayContaining(emailsOf(people)))
    expect(new Set(emails).size).toBe(emails.length)
  })

  test('a migration through PgBouncer is recorded, and a second one has nothing to do', async () => {
    expect(applied).toEqual(migrationNames)
    expect(await migrate(bouncer.url)).toEqual([])
  })

  test('Postgres ends a statement behind PgBouncer that a lock holds up', async () => {
    const release = await hold(ownerUrl, 'LOCK TABLE inbox')
    onTestFinished(release)
    const start = performance.now()
    const status = join(newPerson())
    await untilBlocked(ownerUrl, 1)
    expect(await status).toBe(503)
    expect(performance.now() - start).toBeLessThan(3_000)
    await untilBlocked(ownerUrl, 0)
    expect(performance.now() - start).toBeLessThan(4_000)
    await release()
    expect(await join(newPerson())).toBe(201)
  })

  test('the program corrects, backs up and restores through PgBouncer', async () => {
    const person = newPerson()
    expect(await join(person)).toBe(201)
    await app.people()
    const session = await openSession(bouncer.url)
    onTestFinished(() => session.close())
    const key = emailKey(person.email) ?? ''
    expect(await correct(session, key, { company: 'Kiln & Co' })).toMatchObject({
      person: { company: 'Kiln & Co' },
    })
    const portions: string[] = []
    await session.transaction(async () => {
      for await (const portion of backup(session)) portions.push(portion)
    }, 'SNAPSHOT')
    const file = Readable.from([Buffer.from(portions.join(''))])
    expect(await restore(session, file)).toMatchObject({ restored: 0, erased: 0 })
    expect(await erase(session, key)).toBe(1)
    expect(await find(session, key)).toMatchObject({ listed: undefined, quarantined: [] })
  })
})
