import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { backup } from '../../api/src/signup/backup.ts'
import { erase } from '../../api/src/signup/erase.ts'
import { contents, newInstallation, newList, recorded } from './installations.ts'
import { backedUp, collect, restored } from './transfers.ts'

const list = newList()

test('a backup holds people, quarantined signups, erasures with their keys, and history', async () => {
  await list().join()
  await list().quarantine()
  const { email } = await list().join()
  await erase(list().session, email)
  const elsewhere = await newInstallation()
  const report = await restored(elsewhere, await backedUp(list().session))
  expect(report).toEqual({
    counts: { hash_key: 1, erasure: 1, history: 1, signup: 2 },
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

const withoutEnd = (text: string, lines: number): string =>
  text.split('\n').slice(0, -lines).join('\n')

test.each<[what: string, change: (text: string) => string | Buffer, reason: RegExp]>([
  ['cut off after a line', (text) => withoutEnd(text, 2), /incomplete/],
  ['altered in one letter', (text) => text.replace('Ada', 'Ida'), /damaged/],
  ['of another program', () => '{"kind":"header","format":"x"}\n', /not a backup/],
  ['of a later version', (text) => text.replace('"version":1', '"version":2'), /version 2/],
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
