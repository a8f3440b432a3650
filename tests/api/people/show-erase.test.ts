import { CONSENT } from '@ad-kit/api/contract'
import { expect, test } from 'vitest'
import { foundJson, foundText } from '../../../api/src/cli/show.ts'
import { erase } from '../../../api/src/people/erase.ts'
import { find } from '../../../api/src/people/find.ts'
import { emailKey } from '../../../api/src/signup/identity.ts'
import { select } from '../../support/database.ts'
import { newList, recorded, sendMail, tablesWith } from '../../support/program/installations.ts'

const list = newList()
const keyOf = (email: string): string => emailKey(email) ?? ''
const show = (email: string) => find(list().session, keyOf(email))
const forget = (email: string) => erase(list().session, keyOf(email))
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
const everything = async () => [
  ...(await list().app.signups()),
  ...(await list().app.quarantined()),
]

test('show has every answer, time, quarantined signup and recorded change of a person', async () => {
  const person = await list().join({ company: 'Kiln & Co' })
  await list().quarantine({ email: person.email, website: 'https://spam.example' })
  const { website: _honeypot, ...answers } = person
  expect(foundJson(await show(person.email))).toEqual({
    status: 'listed',
    ...answers,
    joined_at: expect.stringMatching(TIME),
    agreed_to: CONSENT.version,
    agreed_at: expect.stringMatching(TIME),
    source: null,
    confirmed_at: null,
    invited_at: null,
    left_at: null,
    undeliverable_at: null,
    corrected_at: null,
    released_at: null,
    mails: [],
    quarantined: [expect.objectContaining({ website: 'https://spam.example' })],
    history: [],
  })
})

test('show has what was queued, sent and refused for a person, and when the person left', async () => {
  const { email } = await list().join()
  await list().session.query(
    `INSERT INTO outbox (kind, email_key, about, created_at, finished_at, outcome, reply) VALUES
       ('announce', $1, 'a1b2', '2026-03-01', '2026-03-02', 'failed', '550'),
       ('confirm', $1, '', '2026-01-01', '2026-01-02', 'sent', NULL),
       ('webhook', $1, 'left', '2026-04-01', NULL, NULL, NULL)`,
    [email],
  )
  await list().session.query("UPDATE signups SET left_at = '2026-03-31' WHERE email = $1", [email])
  const found = await show(email)
  const midnight = (day: string) => `2026-${day}T00:00:00.000000Z`
  expect(foundJson(found)).toMatchObject({
    status: 'left',
    left_at: midnight('03-31'),
    mails: [
      { at: midnight('01-02'), kind: 'confirm', about: null, outcome: 'sent', reply: null },
      { at: midnight('03-02'), kind: 'announce', about: 'a1b2', outcome: 'failed', reply: '550' },
      { at: midnight('04-01'), kind: 'webhook', about: 'left', outcome: 'queued', reply: null },
    ],
  })
  const lines = foundText(found).split('\n')
  expect(lines).toContain('Left the list')
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}Left +2026-03-31T/))
  expect(lines).toContain('  2026-01-02 00:00  confirm sent')
  expect(lines).toContain('  2026-03-02 00:00  announce a1b2 failed (550)')
  expect(lines.join()).not.toMatch(/null|Invited|Confirmed/)
})

test('an erasure leaves nothing about the person in any table but the keyed hash', async () => {
  const { databaseUrl } = list().app
  const { email } = await list().join({ email: 'zoe.sent@example.com' })
  await list().quarantine({ email })
  await sendMail(databaseUrl, email, 'a link')
  await list().session.query("SELECT erase_by_link('a link')")
  const other = await list().join()
  await sendMail(databaseUrl, other.email, 'a link of another person')
  expect(await tablesWith(databaseUrl, email)).toEqual(['arrivals', 'links', 'outbox', 'signups'])
  expect(await forget(email)).toBe(2)
  expect(await tablesWith(databaseUrl, email)).toEqual([])
  expect(await tablesWith(databaseUrl, other.email)).toEqual([
    'arrivals',
    'links',
    'outbox',
    'signups',
  ])
})

test.each([['in capitals, with spaces', ' ZOË@EXÄMPLE.EXAMPLE ']])(
  'an address spelled %s finds and erases every signup of its mailbox',
  async (_how, asked) => {
    const listed = await list().join({ email: 'Zoe\u0308@Exämple.example' })
    await list().quarantine({ email: 'zoë@xn--exmple-cua.example' })
    await list().quarantine({ email: 'zoë@xn--exmple-cua.example' })
    const others = (await everything()).length - 3
    const found = await show(asked)
    expect(found.listed).toMatchObject({ first_name: listed.first_name })
    expect(found.quarantined).toHaveLength(2)
    expect(await forget(asked)).toBe(3)
    expect(await show(asked)).toMatchObject({ listed: undefined, quarantined: [] })
    expect(await everything()).toHaveLength(others)
  },
)

test('erasing an unknown address changes and records nothing', async () => {
  const [before, log] = [await everything(), await recorded(list().app.databaseUrl)]
  for (const nobody of ['%', 'a_a@example.com', 'nobody@example.com']) {
    expect(await erase(list().session, nobody)).toBe(0)
  }
  expect(await everything()).toEqual(before)
  expect(await recorded(list().app.databaseUrl)).toEqual(log)
})

test('an erasure is recorded without the address or a hash that can be guessed', async () => {
  const { email } = await list().join({ email: 'zwetschge@mirabelle.example' })
  await forget(email)
  const rows = await select(
    list().app.databaseUrl,
    `SELECT history::text AS row FROM history UNION ALL SELECT erasures::text FROM erasures
     UNION ALL SELECT encode(sha256('${email}'), 'hex')`,
  )
  const [guess, ...kept] = rows.map(({ row }) => String(row)).toReversed()
  expect(kept.length).toBeGreaterThan(1)
  for (const row of kept) {
    expect(row).not.toContain('zwetschge')
    expect(row).not.toContain(guess)
  }
})
