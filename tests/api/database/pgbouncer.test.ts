import { Readable } from 'node:stream'
import { WAITLIST_PATH } from '@ad-kit/api/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { migrate, migrationNames } from '../../../api/src/database/migrations.ts'
import { openSession } from '../../../api/src/database/session.ts'
import { correct } from '../../../api/src/people/correct.ts'
import { erase } from '../../../api/src/people/erase.ts'
import { find } from '../../../api/src/people/find.ts'
import { emailKey } from '../../../api/src/signup/identity.ts'
import { backup } from '../../../api/src/transfer/backup.ts'
import { restore } from '../../../api/src/transfer/restore.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { freshDatabase, select } from '../../support/database.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { missingPgBouncer, startPgBouncer, type TestPgBouncer } from '../../support/pgbouncer.ts'

const isLeftOut = missingPgBouncer !== undefined && process.env['CI'] === undefined

if (isLeftOut) process.stdout.write(`Left out: PgBouncer, as ${missingPgBouncer}.\n`)

/** By default PgBouncer refuses startup parameters; an operator may have it ignore them. */
const CONFIGURATIONS: [what: string, settings: string[]][] = [
  ['as it is installed', []],
  ['that ignores startup parameters', ['ignore_startup_parameters = statement_timeout']],
]

describe.skipIf(isLeftOut).each(CONFIGURATIONS)('a PgBouncer %s', (_what, settings) => {
  let ownerUrl: string
  let bouncer: TestPgBouncer
  let applied: string[]
  let app: TestApp

  beforeAll(async () => {
    ownerUrl = await freshDatabase(inject('postgresUrl'), 'empty')
    bouncer = await startPgBouncer(ownerUrl, settings)
    applied = await migrate(bouncer.url)
    app = await startApp(bouncer.url)
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
    const emails = emailsOf(await app.signups())
    expect(emails).toEqual(expect.arrayContaining(emailsOf(people)))
    expect(new Set(emails).size).toBe(emails.length)
  })

  test('a migration through PgBouncer is recorded, and a second one has nothing to do', async () => {
    expect(applied).toEqual(migrationNames)
    expect(await migrate(bouncer.url)).toEqual([])
  })

  test('an API that has just started behind PgBouncer refuses nobody', async () => {
    for (let start = 0; start < 10; start += 1) {
      const started = await startApp(bouncer.url)
      onTestFinished(() => started.close())
      const asked = Array.from({ length: 80 }, async (_, n) =>
        n % 4 === 0
          ? (await started.http.get('/api/ready')).status
          : (await started.http.post(WAITLIST_PATH).send(bodyOf(newPerson()))).status,
      )
      expect(new Set(await Promise.all(asked))).toEqual(new Set([200, 201]))
    }
  })

  test('Postgres ends a statement behind PgBouncer that a lock holds up', async () => {
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('BEGIN; LOCK TABLE signups')
    const waiting = () =>
      select(
        ownerUrl,
        `SELECT pid FROM pg_stat_activity
         WHERE datname = current_database() AND usename = 'waitlist_api' AND state = 'active'`,
      )
    const start = performance.now()
    const status = join(newPerson())
    await expect.poll(waiting).not.toEqual([])
    expect(await status).toBe(503)
    expect(performance.now() - start).toBeLessThan(3_000)
    await expect.poll(waiting, { timeout: 2_000 }).toEqual([])
    expect(performance.now() - start).toBeLessThan(4_000)
    await client.query('ROLLBACK')
    expect(await join(newPerson())).toBe(201)
  })

  test('the program corrects, backs up and restores through PgBouncer', async () => {
    const person = newPerson()
    expect(await join(person)).toBe(201)
    const session = await openSession(bouncer.url)
    onTestFinished(() => session.close())
    const key = emailKey(person.email) ?? ''
    expect(await correct(session, key, 'company', 'Kiln & Co')).toMatchObject({
      company: 'Kiln & Co',
    })
    const portions: string[] = []
    await session.transaction(async () => {
      for await (const portion of backup(session)) portions.push(portion)
    }, 'SNAPSHOT')
    expect(
      await restore(session, () => Readable.from([Buffer.from(portions.join(''))])),
    ).toMatchObject({
      restored: 0,
      erased: 0,
    })
    expect(await erase(session, key)).toBe(1)
    expect(await find(session, key)).toMatchObject({ listed: undefined, quarantined: [] })
  })
})
