import { expect } from 'vitest'
import { list as listPeople } from '../../../../api/src/list/people/people.ts'
import { choiceTable, sourceTable, visitsNote } from '../../../../api/src/list/stats/series.ts'
import { stats } from '../../../../api/src/list/stats/stats.ts'
import { readConditions } from '../../../../contract/conditions.ts'
import { select } from '../../../support/database.ts'
import { FREE_TEXT, ROLES } from '../../../support/people.ts'
import { test } from '../../support/test.ts'

const [FEWER, MORE, NOBODY] = ROLES

test.beforeAll(async ({ list }) => {
  await list.join({ first_name: 'Old', role: FEWER })
  await list.join({ first_name: 'Percent', [FREE_TEXT]: '100% wool', role: MORE })
  await list.join({ first_name: 'New', [FREE_TEXT]: 'Wool', role: MORE })
  await list.join({ first_name: 'Left', [FREE_TEXT]: 'Wool', role: NOBODY })
  await list.quarantine({ first_name: 'Bot' })
  await select(
    list.app.databaseUrl,
    `UPDATE people SET left_at = now(), confirmed_at = now(), source = 'press'
       WHERE answers->>'first_name' = 'Left';
     UPDATE people SET confirmed_at = now() WHERE answers->>'first_name' IN ('Old', 'New');
     UPDATE people SET source = 'Mastodon' WHERE answers->>'first_name' IN ('Old', 'Percent');
     UPDATE people SET joined_at = '2026-01-31T23:59:59Z' WHERE answers->>'first_name' = 'Old';
     UPDATE people SET claimed_at = now() WHERE answers->>'first_name' IN ('Left', 'Old')`,
  )
})

type Options = Partial<Parameters<typeof listPeople>[1]>

const where = (...texts: readonly string[]): Options => ({
  where: readConditions(texts),
})

test.for<[what: string, options: Options, names: readonly string[]]>([
  ['everyone on the list, newest first', {}, ['New', 'Percent', 'Old']],
  ['only the newest person with --limit 1', { limit: 1 }, ['New']],
  ['people who joined on or after a day', { since: new Date('2026-02-01') }, ['New', 'Percent']],
  ['people in quarantine', { group: 'quarantined' }, ['Bot']],
  ['people who have confirmed', { group: 'confirmed' }, ['New', 'Old']],
  ['people who have not confirmed', { group: 'unconfirmed' }, ['Percent']],
  ['people who left', { group: 'left' }, ['Left']],
  ['people by part of an answer, in any letter case', { text: 'WOOL' }, ['New', 'Percent']],
  ['people by part of an address', { text: '@EXAMPLE' }, ['New', 'Percent', 'Old']],
  ['people by a source', { text: 'mastodon' }, ['Percent', 'Old']],
  ['people by a percent sign, which is not a wildcard', { text: '0%' }, ['Percent']],
  ['people who meet all conditions', where(`role=${MORE}`, 'confirmed=no'), ['Percent']],
  [
    'people with either role',
    where('source=mastodon', `role=${MORE}`, `role=${FEWER}`),
    ['Percent', 'Old'],
  ],
])('list finds %s', async ([_what, options, names], { list }) => {
  const people = await listPeople(list.session, { limit: 50, ...options })
  expect(people.map(({ first_name }) => first_name)).toEqual(names)
})

test('stats counts people by day, choice and source', async ({ list }) => {
  const counted = await stats(list.session)
  expect(counted).toMatchObject({
    total: 3,
    confirmed: 2,
    invited: 1,
    claimed: 1,
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
  expect(visitsNote(counted)).toContain('No visits have been counted yet')
})

test('the join rate compares visits with the forms sent since the first counted visit', async ({
  list,
}) => {
  const { databaseUrl } = list.app
  await select(
    databaseUrl,
    `INSERT INTO visits VALUES
       (current_date - 1, '/', 'Mastodon', 3), (current_date, '/', 'Mastodon', 4),
       (current_date, '/pricing', 'Mastodon', 1), (current_date, '/', 'ads', 5),
       (current_date, '/', 'other', 2), (current_date, '/', 'fair', 1);
     INSERT INTO people (email, mailbox, answers, source, consented_at) VALUES
       ('imported@example.com', 'imported@example.com', '{}', 'Mastodon', NULL),
       ('one@example.com', 'one@example.com', '{}', 'fair', now()),
       ('two@example.com', 'two@example.com', '{}', 'fair', now())`,
  )
  const counted = await stats(list.session)
  // Three came from Mastodon: one joined before the first visit, and one was imported.
  expect(counted.by_source).toMatchObject([
    { source: 'Mastodon', visits: 8, joined: 3, confirmed: 1, join_rate: 0.125 },
    // A browser can ask not to be counted, so there can be more signups than counted visits.
    { source: 'fair', visits: 1, joined: 2, join_rate: null },
    { source: null, visits: 0, joined: 1, confirmed: 1, join_rate: null },
    { source: 'ads', visits: 5, joined: 0, confirmed: 0, join_rate: 0, confirm_rate: null },
    { source: 'other', visits: 2, joined: 0, join_rate: null },
  ])
  expect(counted).toMatchObject({ visits: 16, join_rate: 0.25 })
  expect(counted.per_day.at(-1)).toMatchObject({ visits: 13 })
  expect(counted.per_day.at(-2)).toMatchObject({ visits: 3, joined: 0, day: counted.visits_since })
  await select(databaseUrl, "DELETE FROM visits; DELETE FROM people WHERE answers = '{}'")
})

test('stats shows the twenty largest sources', () => {
  const counts = { visits: 1_000, joined: 40, confirmed: 10, join_rate: 0.04, confirm_rate: 0.25 }
  const by_source = Array.from({ length: 25 }, (_, n) => ({ source: `word ${n}`, ...counts }))
  const rows = sourceTable({ by_source })
  expect(rows).toHaveLength(1 + 20)
  expect(rows[1]).toEqual(['word 0', '1,000', '40', '4.0%', '10', '25%'])
})

test('stats counts missing answers and former options separately', async ({ list }) => {
  await select(
    list.app.databaseUrl,
    `INSERT INTO people (email, mailbox, answers) VALUES
       ('unasked@example.com', 'unasked@example.com', '{}'),
       ('former@example.com', 'former@example.com', '{"role": "none"}')`,
  )
  const { role = [] } = (await stats(list.session)).by
  expect(role.slice(-2)).toEqual([
    { answer: 'none', count: 1 },
    { answer: null, count: 1 },
  ])
  expect(choiceTable('role', role).at(-1)).toEqual(['No answer', '1', '20%'])
})
