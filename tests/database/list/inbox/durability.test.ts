import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WAITLIST_PATH } from '@ad-kit/contract'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Claimed, end, take } from '../../../../api/src/mail/queue/leases.ts'
import { openSession } from '../../../../api/src/system/session.ts'
import { readPeople, startApp, type TestApp } from '../../../support/app.ts'
import { migrateForApi, select } from '../../../support/database.ts'
import { INSTALL } from '../../../support/engine.ts'
import { temporaryFolder } from '../../../support/for-a-test.ts'
import { bodyOf, newPerson, ROLES, SET_DEFAULTS } from '../../../support/people.ts'
import { startTestPostgres, type TestPostgres } from '../../../support/postgres.ts'
import { explainSkip } from '../../../support/skipped.ts'
import { newInstallation } from '../../support/installations.ts'
import { expectNobodyLost, startLoad } from '../../support/load.ts'
import { hold, untilBlocked } from '../../support/locks.ts'
import { addPerson } from '../../support/mailing.ts'
import { run } from '../../support/run-program.ts'
import { backedUp } from '../../support/transfers.ts'

/** With these settings, a commit reaches the disk before the server stops only if its transaction demands it. */
const LAZY = [
  'synchronous_commit=off',
  'wal_writer_delay=10s',
  'wal_writer_flush_after=1GB',
  'wal_buffers=64MB',
]

const POSITIONS = `SELECT pg_current_wal_insert_lsn() - '0/0' AS inserted,
  pg_current_wal_flush_lsn() - '0/0' AS flushed`

describe('on a database server whose commits do not wait for the disk', () => {
  let postgres: TestPostgres
  let app: TestApp

  beforeAll(async () => {
    postgres = await startTestPostgres(LAZY)
    await migrateForApi(postgres.url)
    // A checkpoint writes the tables to disk.
    await select(postgres.url, 'CHECKPOINT')
    app = await startApp(postgres.url)
  })
  afterAll(async () => {
    await app?.close()
    await postgres?.remove()
  })

  const positions = async () => {
    const [row] = await select<{ inserted: string; flushed: string }>(postgres.url, POSITIONS)
    return { inserted: Number(row?.inserted), flushed: Number(row?.flushed) }
  }

  test('a signup is on disk before the API responds with 201', async () => {
    for (const changes of [{}, { email: 'listed@example.com' }, { website: 'x' }]) {
      for (let round = 0; round < 3; round += 1) {
        const { inserted } = await positions()
        const person = bodyOf(newPerson(changes))
        expect((await app.http.post(WAITLIST_PATH).send(person)).status).toBe(201)
        expect((await positions()).flushed).toBeGreaterThan(inserted)
      }
    }
  })

  /**
   * Kills the database and starts it again. Without containers, skips the test, because only a container can be killed.
   */
  const kill = async (skip: (reason: string) => never) => {
    const { container, start } = postgres
    if (container === undefined) {
      explainSkip('kill -9 of the database', `only a container can be killed: ${INSTALL}`)
      return skip('no container')
    }
    // When a container's first process ends, the kernel kills the others.
    await container.kill()
    await container.wait()
    await start()
    const answer = () => select(postgres.url, 'SELECT').catch(() => [])
    await expect.poll(answer, { message: 'recovered' }).toHaveLength(1)
  }

  test('after a kill -9 of the database under load, every signup that got a 201 is in the table', async ({
    skip,
  }) => {
    const load = startLoad(app.origin)
    await sleep(1_000)
    await kill(skip).catch(async (error) => {
      await load.stop()
      throw error
    })
    const joined = () => load.sent.filter(({ status }) => status === 201).length
    const before = joined()
    await expect.poll(joined).toBeGreaterThan(before)
    await expectNobodyLost(await load.stop(), postgres.url)
  })

  test('a finished restore and a finished import survive a kill -9', async ({ skip }) => {
    const [folder, { url }] = [temporaryFolder(), postgres]
    const file = (name: string, content: string | Buffer) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const backupOf = async (email: string) => {
      const there = await newInstallation()
      await addPerson(there, { email })
      return file(email, await backedUp(there))
    }
    const [first, second] = [
      await backupOf('first@example.com'),
      await backupOf('second@example.com'),
    ]
    const csv = file(
      'people.csv',
      `email,first_name,last_name,role\nada@example.com,Ada,Lovelace,${ROLES[0]}`,
    )
    const listed = async () =>
      (await readPeople(url)).flatMap(({ email }) =>
        /^(first|second|ada)@/.test(email) ? [email] : [],
      )
    expect(await run(['restore', first], { url })).toMatchObject({ code: 0 })
    expect(await run(['import', csv, ...SET_DEFAULTS], { url })).toMatchObject({ code: 0 })
    const release = await hold(url, 'LOCK TABLE visits')
    const merging = run(['restore', second], { url })
    await untilBlocked(url, 1)
    await kill(skip).finally(release)
    expect((await merging).code).toBe(1)
    expect(await listed()).toEqual(['first@example.com', 'ada@example.com'])
  })

  test('the record that an email was sent is on disk', async () => {
    const session = await openSession(postgres.url)
    onTestFinished(() => session.close())
    for (let round = 0; round < 5; round += 1) {
      await session.query(
        "INSERT INTO mails (kind, mailbox, letter) VALUES ('announce', 'ada@example.com', $1)",
        [String(round)],
      )
      const [mail] = await session.query<Claimed & Record<string, unknown>>(
        take('mails', "SELECT id FROM mails WHERE state = 'waiting'"),
      )
      if (mail === undefined) throw new Error('no mail')
      const { inserted } = await positions()
      expect(await end(session, 'mails', mail, 'sent')).toBe(true)
      expect((await positions()).flushed).toBeGreaterThan(inserted)
    }
  })
})
