import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { erase } from '../../../api/src/people/erase.ts'
import { list as listPeople } from '../../../api/src/people/list.ts'
import { select } from '../../support/database.ts'
import {
  contents,
  newInstallation,
  newList,
  recorded,
  sendMail,
} from '../../support/program/installations.ts'
import { run } from '../../support/program/run-program.ts'
import { backedUp, imported, restored } from '../../support/program/transfers.ts'
import { VERSION_1 } from '../../support/program/version-1.ts'

const list = newList()

/** The person who was erased in the backup of version 1. */
const NOT_AGAIN = 'email,first_name,last_name,role\nGone@example.com,Gone,Person,other\n'

test('a backup holds people, quarantined signups, erasures with their keys, and history', async () => {
  await list().join()
  await list().quarantine()
  const { email } = await list().join()
  await erase(list().session, email)
  const elsewhere = await newInstallation()
  const report = await restored(elsewhere, await backedUp(list().session))
  expect(report).toEqual({
    counts: { hash_key: 1, erasure: 1, history: 1, signup: 2, link: 0 },
    restored: 2,
    erased: 0,
  })
  expect(await contents(elsewhere.url)).toEqual(await contents(list().app.databaseUrl))
  expect(await recorded(elsewhere.url)).toEqual(['erase', 'restore'])
})

const WAITING_FOR_LINKS = `SELECT FROM pg_locks
  WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

test('a backup has the rows of one moment, while others are added', async () => {
  const { session, app } = list()
  const url = app.databaseUrl
  const { email } = await list().join()
  const cwd = mkdtempSync(join(tmpdir(), 'backup-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const before = await session.query('SELECT FROM links')
  const { running } = await session.transaction(async () => {
    await session.query('LOCK TABLE links')
    const running = run(['backup', 'all.gz', '--json'], { url, cwd })
    // links come last
    await expect.poll(() => select(url, WAITING_FOR_LINKS)).toHaveLength(1)
    await session.query("INSERT INTO links (token, email_key) VALUES ('late', $1)", [email])
    return { running }
  })
  expect(JSON.parse((await running).stdout)).toMatchObject({ link: before.length })
})

test('a restore brings back the links of mails and what is known of people, and queues no mail', async () => {
  const { email } = await list().join()
  await list().session.query(
    `UPDATE signups SET source = 'press', confirmed_at = now(), invited_at = now(),
       undeliverable_at = now() WHERE email = $1`,
    [email],
  )
  const gone = await list().join()
  await sendMail(list().app.databaseUrl, email, 'token of a person')
  await sendMail(list().app.databaseUrl, gone.email, 'token of a person who left')
  await list().session.query("SELECT leave_by_link('token of a person who left')")
  const elsewhere = await newInstallation()
  const { counts } = await restored(elsewhere, await backedUp(list().session))
  const links = await list().session.query('SELECT FROM links')
  expect(counts.link).toBe(links.length)
  expect(await contents(elsewhere.url)).toEqual(await contents(list().app.databaseUrl))
  const [data] = await elsewhere.query(
    "SELECT data_by_link('token of a person')->>'email' AS email",
  )
  expect(data).toEqual({ email })
  for (const table of ['outbox', 'arrivals', 'announcements']) {
    expect(await elsewhere.query(`SELECT FROM ${table}`)).toEqual([])
  }
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

const withoutEnd = (text: string, lines: number): string =>
  text.split('\n').slice(0, -lines).join('\n')

test.each<[what: string, change: (text: string) => string | Buffer, reason: RegExp]>([
  ['cut off after a line', (text) => withoutEnd(text, 2), /incomplete/],
  ['altered in one letter', (text) => text.replace('Ada', 'Ida'), /damaged/],
  ['of another program', () => '{"kind":"header","format":"x"}\n', /not a backup/],
  ['of a later version', (text) => text.replace('"version":2', '"version":3'), /version 3/],
  ['not compressed', (text) => Buffer.from(text), /header check/],
])('a backup that is %s is refused before anything is changed', async (_what, change, reason) => {
  await list().join()
  const changed = change(gunzipSync(await backedUp(list().session)).toString())
  const file = typeof changed === 'string' ? gzipSync(changed) : changed
  const elsewhere = await newInstallation()
  const before = await contents(elsewhere.url)
  await expect(restored(elsewhere, file)).rejects.toThrow(reason)
  expect(await contents(elsewhere.url)).toEqual(before)
  expect(await elsewhere.query('SELECT FROM hash_keys')).toHaveLength(1)
})
