// Guards commands, statistics.

import { expect } from 'vitest'
import { parseNumber } from '../../../api/src/cli/context.ts'
import { addCondition, type Conditions } from '../../../api/src/people/conditions.ts'
import { list as listPeople } from '../../../api/src/people/list.ts'
import { stats } from '../../../api/src/people/stats.ts'
import {
  choiceTable,
  funnelTable,
  sourceFunnels,
  visitsNote,
} from '../../../api/src/people/stats-series.ts'
import { parseSince } from '../../../api/src/text/time.ts'
import { select } from '../../support/database.ts'
import { test } from '../../support/fixtures/database.ts'
import type { List } from '../../support/list.ts'
import { ROLES } from '../../support/people.ts'

const [FEWER, MORE, NOBODY] = ROLES
const names = async (list: List, options: Partial<Parameters<typeof listPeople>[1]> = {}) =>
  (await listPeople(list.session, { limit: 50, ...options })).map((person) => person['first_name'])

test.beforeAll(async ({ list }) => {
  await list.join({ first_name: 'Old', role: FEWER })
  await list.join({ first_name: 'Percent', company: '100% wool', role: MORE })
  await list.join({ first_name: 'New', company: 'Wool', role: MORE })
  await list.join({ first_name: 'Left', company: 'Wool', role: NOBODY })
  await list.quarantine({ first_name: 'Bot' })
  await select(
    list.app.databaseUrl,
    `UPDATE people SET left_at = now(), confirmed_at = now(), source = 'press'
       WHERE answers->>'first_name' = 'Left';
     UPDATE people SET confirmed_at = now() WHERE answers->>'first_name' IN ('Old', 'New');
     UPDATE people SET source = 'Mastodon' WHERE answers->>'first_name' IN ('Old', 'Percent')`,
  )
  await select(
    list.app.databaseUrl,
    `UPDATE people SET joined_at = '2026-01-31T23:59:59Z' WHERE answers->>'first_name' = 'Old'`,
  )
})

test('list returns people on the list, newest first, and others on request', async ({ list }) => {
  expect(await names(list)).toEqual(['New', 'Percent', 'Old'])
  expect(await names(list, { limit: 1 })).toEqual(['New'])
  expect(await names(list, { group: 'quarantined' })).toEqual(['Bot'])
  expect(await names(list, { group: 'confirmed' })).toEqual(['New', 'Old'])
  expect(await names(list, { group: 'unconfirmed' })).toEqual(['Percent'])
  expect(await names(list, { group: 'left' })).toEqual(['Left'])
})

test('a search finds part of an address, answer or source in any letter case, and % has no special meaning', async ({
  list,
}) => {
  expect(await names(list, { text: 'WOOL' })).toEqual(['New', 'Percent'])
  expect(await names(list, { text: '0%' })).toEqual(['Percent'])
  expect(await names(list, { text: '@EXAMPLE' })).toHaveLength(3)
  expect(await names(list, { text: 'mastodon' })).toEqual(['Percent', 'Old'])
  expect(await names(list, { text: '0_' })).toEqual([])
})

test('list takes conditions about answers, the source and what happened, which must all hold', async ({
  list,
}) => {
  const where = (...texts: readonly string[]) =>
    names(list, {
      where: texts.reduce<Conditions>((before, text) => addCondition(text, before), []),
    })
  expect(await where(`role=${MORE}`)).toEqual(['New', 'Percent'])
  expect(await where(`role=${MORE}`, 'confirmed=no')).toEqual(['Percent'])
  expect(await where('source=mastodon', `role=${MORE}`)).toEqual(['Percent'])
  expect(await where(`role=${MORE}`, `role=${FEWER}`)).toEqual(['New', 'Percent', 'Old'])
  expect(await where('company=100% WOOL')).toEqual(['Percent'])
  expect(await where("company=' OR true --")).toEqual([])
})

test('--since with a date or an age leaves out earlier people', async ({ list }) => {
  expect(await names(list, { since: parseSince('2026-01-31') })).toHaveLength(3)
  expect(await names(list, { since: parseSince('2026-02-01') })).toEqual(['New', 'Percent'])
  expect(await names(list, { since: parseSince('12h') })).toEqual(['New', 'Percent'])
})

test.each(['0', 'all'])('a limit of %j is refused', (text) => {
  expect(() => parseNumber('--limit')(text)).toThrow(/expected a whole number/)
})

test('the statistics count people on the list by day, choice and source, and others separately', async ({
  list,
}) => {
  const counted = await stats(list.session)
  expect(counted).toMatchObject({
    total: 3,
    confirmed: 2,
    left: 1,
    quarantined: 1,
    by: {
      role: expect.arrayContaining([
        { answer: FEWER, count: 1 },
        { answer: MORE, count: 2 },
        { answer: NOBODY, count: 0 },
      ]),
    },
    by_source: [
      { source: 'Mastodon', joined: 2, confirmed: 1, confirm_rate: 0.5 },
      { source: null, joined: 1, confirmed: 1, confirm_rate: 1 },
    ],
    ...{ visits: 0, visits_since: null, join_rate: null, confirm_rate: 0.6667 },
  })
  expect(counted.per_day[0]).toMatchObject({ day: '2026-01-31', joined: 1, confirmed: 1 })
  expect(counted.per_day.reduce((sum, { joined }) => sum + joined, 0)).toBe(3)
  expect(visitsNote(counted)).toContain('No visit has been counted yet')
})

test('the statistics compare visits with the people who have joined through the form since they are counted', async ({
  list,
}) => {
  const { databaseUrl } = list.app
  await select(
    databaseUrl,
    `INSERT INTO visits VALUES
       (current_date - 1, '/', 'Mastodon', 3), (current_date, '/', 'Mastodon', 4),
       (current_date, '/pricing', 'Mastodon', 1), (current_date, '/', 'ads', 5),
       (current_date, '/', 'other', 2);
     INSERT INTO people (email, email_key, answers, source)
     VALUES ('imported@example.com', 'imported@example.com', '{}', 'Mastodon')`,
  )
  const counted = await stats(list.session)
  // of the three from Mastodon, one joined before the first visit and one was imported
  expect(counted.by_source).toMatchObject([
    { source: 'Mastodon', visits: 8, joined: 3, confirmed: 1, join_rate: 0.125 },
    { source: null, visits: 0, joined: 1, confirmed: 1, join_rate: null },
    { source: 'ads', visits: 5, joined: 0, confirmed: 0, join_rate: 0, confirm_rate: null },
    { source: 'other', visits: 2, joined: 0, join_rate: null },
  ])
  expect(counted).toMatchObject({ visits: 15, join_rate: 0.1333 })
  expect(counted.per_day.at(-1)).toMatchObject({ visits: 12 })
  expect(counted.per_day.at(-2)).toMatchObject({ visits: 3, joined: 0, day: counted.visits_since })
  await select(
    databaseUrl,
    "DELETE FROM visits; DELETE FROM people WHERE email = 'imported@example.com'",
  )
})

test('a rate is unknown when more people have joined than visits were counted', async ({
  list,
}) => {
  await select(list.app.databaseUrl, "INSERT INTO visits VALUES (current_date, '/', '', 1)")
  const { join_rate } = await stats(list.session)
  expect(join_rate).toBeNull()
  await select(list.app.databaseUrl, 'DELETE FROM visits')
})

test('a table shows the twenty largest sources and counts the others together', async ({
  list,
}) => {
  const by_source = Array.from({ length: 25 }, (_, n) => ({
    source: `word ${n}`,
    visits: 1_000,
    joined: 25 - n,
    confirmed: 1,
    join_rate: 0.05,
    confirm_rate: 0.5,
  }))
  const counted = { ...(await stats(list.session)), by_source }
  const rows = funnelTable('Source', sourceFunnels(counted))
  expect(rows).toHaveLength(1 + 21)
  expect(rows[1]).toEqual(['word 0', '1,000', '25', '5.0%', '1', '50%'])
  expect(rows.at(-1)).toEqual(['Others', '5,000', `${1 + 2 + 3 + 4 + 5}`, '–', '5', '33%'])
})

test('no answer and an answer to a former option are counted apart from the options', async ({
  list,
}) => {
  const { databaseUrl } = list.app
  await select(
    databaseUrl,
    `INSERT INTO people (email, email_key, answers) VALUES
       ('unasked@example.com', 'unasked@example.com', '{}'),
       ('former@example.com', 'former@example.com', '{"role": "none"}')`,
  )
  const { by } = await stats(list.session)
  expect(by['role']?.slice(-2)).toEqual([
    { answer: 'none', count: 1 },
    { answer: null, count: 1 },
  ])
  expect(
    choiceTable('role', by['role'] ?? [])
      .at(-1)
      ?.slice(0, 2),
  ).toEqual(['No answer', '1'])
})
