import { beforeAll, expect, test } from 'vitest'
import { parseLimit, parseSince } from '../../../api/src/cli/list.ts'
import { list as listPeople } from '../../../api/src/people/list.ts'
import { stats } from '../../../api/src/people/stats.ts'
import { sourceCounts } from '../../../api/src/people/stats-series.ts'
import { select } from '../../support/database.ts'
import { newList } from '../../support/program/installations.ts'

const list = newList()
const names = async (options: Partial<Parameters<typeof listPeople>[1]> = {}) =>
  (await listPeople(list().session, { limit: 50, ...options })).map(
    (person) => person['first_name'],
  )

beforeAll(async () => {
  await list().join({ first_name: 'Old', role: 'agency' })
  await list().join({ first_name: 'Percent', company: '100% wool', role: 'other' })
  await list().join({ first_name: 'New', company: 'Wool', role: 'other' })
  await list().join({ first_name: 'Left', company: 'Wool', role: 'designer' })
  await list().quarantine({ first_name: 'Bot' })
  await select(
    list().app.databaseUrl,
    `UPDATE signups SET left_at = now(), confirmed_at = now(), source = 'press'
       WHERE answers->>'first_name' = 'Left';
     UPDATE signups SET confirmed_at = now() WHERE answers->>'first_name' IN ('Old', 'New');
     UPDATE signups SET source = 'Mastodon' WHERE answers->>'first_name' IN ('Old', 'Percent')`,
  )
  await select(
    list().app.databaseUrl,
    `UPDATE signups SET joined_at = '2026-01-31T23:59:59Z' WHERE answers->>'first_name' = 'Old'`,
  )
})

test('list returns people on the list, newest first', async () => {
  expect(await names()).toEqual(['New', 'Percent', 'Old'])
  expect(await names({ limit: 1 })).toEqual(['New'])
  expect(await names({ quarantined: true })).toEqual(['Bot'])
})

test('people who left are listed only on request', async () => {
  expect(await names({ left: true })).toEqual(['Left'])
  expect(await names({ left: true, confirmed: false })).toEqual([])
})

test('list can leave out people who have confirmed, or who have not', async () => {
  expect(await names({ confirmed: true })).toEqual(['New', 'Old'])
  expect(await names({ confirmed: false })).toEqual(['Percent'])
})

test('a search finds part of an address, answer or source in any letter case, and % has no special meaning', async () => {
  expect(await names({ search: 'WOOL' })).toEqual(['New', 'Percent'])
  expect(await names({ search: '0%' })).toEqual(['Percent'])
  expect(await names({ search: '@EXAMPLE' })).toHaveLength(3)
  expect(await names({ search: 'mastodon' })).toEqual(['Percent', 'Old'])
  expect(await names({ search: '_' })).toEqual([])
})

test('--since with a date or an age leaves out earlier people', async () => {
  expect(await names({ since: parseSince('2026-01-31') })).toHaveLength(3)
  expect(await names({ since: parseSince('2026-02-01') })).toEqual(['New', 'Percent'])
  expect(await names({ since: parseSince('12h') })).toEqual(['New', 'Percent'])
})

test.each(['yesterday', '2026-13-01'])('an age of %j is refused', (text) => {
  expect(() => parseSince(text)).toThrow(/expected a date such as 2026-01-31/)
})

test.each(['0', 'all'])('a limit of %j is refused', (text) => {
  expect(() => parseLimit(text)).toThrow(/expected a whole number/)
})

test('the statistics count people on the list by day, choice and source, and others separately', async () => {
  const counted = await stats(list().session)
  expect(counted).toMatchObject({
    total: 3,
    confirmed: 2,
    left: 1,
    quarantined: 1,
    by: { role: { agency: 1, other: 2, designer: 0 } },
    by_source: [
      { source: 'Mastodon', count: 2, confirmed: 1 },
      { source: null, count: 1, confirmed: 1 },
    ],
  })
  expect(counted.per_day[0]).toEqual({ day: '2026-01-31', count: 1 })
  expect(counted.per_day.reduce((sum, { count }) => sum + count, 0)).toBe(3)
})

test('a chart shows the twenty largest sources and counts the others together', async () => {
  const by_source = Array.from({ length: 25 }, (_, n) => ({
    source: `word ${n}`,
    count: 25 - n,
    confirmed: n,
  }))
  const counted = { ...(await stats(list().session)), by_source }
  expect(sourceCounts(counted, 'count')).toHaveLength(21)
  expect(sourceCounts(counted, 'count').at(-1)).toEqual(['Others', 1 + 2 + 3 + 4 + 5])
  expect(sourceCounts(counted, 'confirmed')[0]).toEqual(['word 24', 24])
})
