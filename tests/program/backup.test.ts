import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { backup } from '../../api/src/signup/backup.ts'
import { erase } from '../../api/src/signup/erase.ts'
import { list as listPeople } from '../../api/src/signup/list.ts'
import { contents, newInstallation, newList, recorded, sendMail } from './installations.ts'
import { backedUp, collect, imported, restored } from './transfers.ts'
import { VERSION_1 } from './version-1.ts'

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

test('a backup has the signups of one moment, while signups continue', async () => {
  const { session, join } = list()
  const before = await session.query('SELECT FROM signups')
  const text = await session.transaction(async () => {
    await session.query('SELECT FROM signups')
    await join()
    return collect(backup(session))
  }, 'SNAPSHOT')
  expect(text.match(/"kind" : "signup"/g)).toHaveLength(before.length)
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
  expect(counts.link).toBe(2)
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
