import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished } from 'vitest'
import { claimMails } from '../../../api/src/outbox/claim.ts'
import { finish } from '../../../api/src/outbox/leases.ts'
import { retry } from '../../../api/src/outbox/retry.ts'
import { erase } from '../../../api/src/people/erase.ts'
import { list as listPeople } from '../../../api/src/people/list.ts'
import { test } from '../../support/fixtures/api.ts'
import { untilBlocked } from '../../support/locks.ts'
import { ROLES } from '../../support/people.ts'
import {
  contents,
  newInstallation,
  recorded,
  sendMail,
} from '../../support/program/installations.ts'
import { addTask } from '../../support/program/mailing.ts'
import { run } from '../../support/program/run-program.ts'
import { backedUp, imported, restored } from '../../support/program/transfers.ts'
import { VERSION_1 } from '../../support/program/version-1.ts'

/** The person who was erased in the backup of version 1. */
const NOT_AGAIN = `email,first_name,last_name,role\nGone@example.com,Gone,Person,${ROLES[0]}\n`

test('a backup holds people, quarantined signups, erasures with their keys, and history', async ({
  list,
}) => {
  await list.join()
  await list.quarantine()
  const { email } = await list.join()
  await erase(list.session, email)
  const elsewhere = await newInstallation()
  const report = await restored(elsewhere, await backedUp(list.session))
  expect(report).toEqual({
    counts: expect.objectContaining({ hash_key: 1, erasure: 1, history: 1, signup: 2, link: 0 }),
    restored: 2,
    erased: 0,
  })
  expect(await contents(elsewhere.url)).toEqual(await contents(list.app.databaseUrl))
  expect(await recorded(elsewhere.url)).toEqual(['erase', 'restore'])
})

test('a backup has the rows of one moment, while others are added', async ({ list }) => {
  const { session, app } = list
  const url = app.databaseUrl
  const { email } = await list.join()
  const cwd = mkdtempSync(join(tmpdir(), 'backup-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const before = await session.query('SELECT FROM links')
  const { running } = await session.transaction(async () => {
    await session.query('LOCK TABLE links')
    const running = run(['backup', 'all.gz', '--json'], { url, cwd })
    // links come last
    await untilBlocked(url, 1)
    await session.query("INSERT INTO links (token, email_key) VALUES ('late', $1)", [email])
    return { running }
  })
  expect(JSON.parse((await running).stdout)).toMatchObject({ link: before.length })
})

test('a restore brings back the links of mails, what waits, what was sent and visits', async ({
  list,
}) => {
  const { session, app } = list
  const url = app.databaseUrl
  const { email } = await list.join()
  await session.query(
    `UPDATE signups SET source = 'press', confirmed_at = now(), invited_at = now(),
       undeliverable_at = now() WHERE email = $1`,
    [email],
  )
  const gone = await list.join()
  await sendMail(url, email, 'token of a person')
  await sendMail(url, gone.email, 'token of a person who left')
  await session.query("SELECT leave_by_link('token of a person who left')")
  await session.query("INSERT INTO announcements VALUES ('a1', 'News', '<p>News</p>', 'News')")
  await addTask(session, { kind: 'announce', email_key: email, about: 'a1' })
  await addTask(session, { kind: 'invite', email_key: email, outcome: 'sent' })
  await addTask(session, { kind: 'erase', email_key: 'asked@example.com' })

  await session.query("INSERT INTO visits VALUES ('2026-01-31', '/', 'press', 3)")

  // the worker has taken what it has sent a confirmation for
  await session.query('DELETE FROM arrivals WHERE email_key IN ($1, $2)', [email, gone.email])
  await list.join()

  const file = await backedUp(session)
  const elsewhere = await newInstallation()
  await restored(elsewhere, file)
  const before = await contents(url)
  expect(await contents(elsewhere.url)).toEqual(before)
  expect(before.arrivals.length).toBeGreaterThanOrEqual(2)
  const [data] = await elsewhere.query(
    "SELECT data_by_link('token of a person')->>'email' AS email",
  )
  expect(data).toEqual({ email })

  await restored(elsewhere, file)
  expect(await contents(elsewhere.url)).toEqual(before)

  // visits since the backup stay
  await session.query('UPDATE visits SET count = 5')
  await restored(session, file)
  expect((await contents(url)).visits).toMatchObject([{ count: '5' }])
})

test('a restore does not repeat what was done since the backup', async () => {
  const here = await newInstallation()
  for (const email of ['ada@example.com', 'bo@example.com']) {
    await here.query(
      "INSERT INTO signups (email, email_key, answers, confirmed_at) VALUES ($1, $1, '{}', now())",
      [email],
    )
    await here.query('INSERT INTO arrivals (email_key) VALUES ($1)', [email])
    await addTask(here, { kind: 'invite', email_key: email })
  }
  const file = await backedUp(here)
  await here.query('DELETE FROM arrivals')
  await addTask(here, { kind: 'confirm', email_key: 'ada@example.com', outcome: 'sent' })
  for (const task of (await claimMails(here, 1_000, 1)).tasks) await finish(here, task, 'sent')
  const [sent] = await here.query<{ email_key: string }>(
    "SELECT email_key FROM deliveries WHERE kind = 'invite'",
  )
  await restored(here, file)
  const { arrivals, tasks } = await contents(here.url)
  expect(arrivals).toMatchObject([{ email_key: 'bo@example.com' }])
  expect(tasks).toHaveLength(1)
  expect(tasks[0]?.['email_key']).not.toBe(sent?.email_key)
})

test('an invitation that was withdrawn on one side can be queued again after a restore', async () => {
  const here = await newInstallation()
  await here.query(
    `INSERT INTO signups (email, email_key, answers, confirmed_at, invited_at)
     VALUES ('ada@example.com', 'ada@example.com', '{}', now(), now())`,
  )
  await restored(here, await backedUp(here))
  expect(await here.query('SELECT invited_at FROM signups')).toEqual([{ invited_at: null }])
})

test('an address that was retried since the backup counts as reachable after a restore', async () => {
  const here = await newInstallation()
  await here.query(
    `INSERT INTO signups (email, email_key, answers, undeliverable_at)
     VALUES ('ada@example.com', 'ada@example.com', '{}', now())`,
  )
  const file = await backedUp(here)
  await retry(here, 'ada@example.com')
  const later = await backedUp(here)
  await restored(here, file)
  expect(await here.query('SELECT undeliverable_at FROM signups')).toEqual([
    { undeliverable_at: null },
  ])
  const elsewhere = await newInstallation()
  for (const each of [file, later]) await restored(elsewhere, each)
  expect(await elsewhere.query('SELECT undeliverable_at FROM signups')).toEqual([
    { undeliverable_at: null },
  ])
})

test('a backup of version 1 is restored, and a second time changes nothing', async () => {
  const here = await newInstallation()
  const file = gzipSync(VERSION_1)
  expect(await restored(here, file)).toMatchObject({ restored: 1 })
  expect(await listPeople(here, { limit: 9 })).toMatchObject([
    { first_name: 'Ada', company: 'Kiln & Co', confirmed_at: null, agreed_to: null },
  ])
  expect(await imported(here, NOT_AGAIN)).toMatchObject({ added: 0, erased: 1 })
  expect(await restored(here, file)).toMatchObject({ restored: 0 })
})

test.for<[what: string, change: (text: string) => string | Buffer, reason: RegExp]>([
  ['altered in one letter', (text) => text.replace('Ada', 'Ida'), /damaged/],
  ['not compressed', (text) => Buffer.from(text), /header check/],
])(
  'a backup that is %s is refused before anything is changed',
  async ([_what, change, reason], { list }) => {
    await list.join()
    const changed = change(gunzipSync(await backedUp(list.session)).toString())
    const file = typeof changed === 'string' ? gzipSync(changed) : changed
    const elsewhere = await newInstallation()
    const before = await contents(elsewhere.url)
    await expect(restored(elsewhere, file)).rejects.toThrow(reason)
    expect(await contents(elsewhere.url)).toEqual(before)
    expect(await elsewhere.query('SELECT FROM hash_keys')).toHaveLength(1)
  },
)
