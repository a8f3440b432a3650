import { hash } from 'node:crypto'
import { UNKNOWN_CONSENT } from '@ad-kit/contract'
import { expect } from 'vitest'
import { correct } from '../../../../api/src/list/people/correct.ts'
import { erase, forgetErasure } from '../../../../api/src/list/people/erase.ts'
import { copySuppressions, suppressionsFile } from '../../../../api/src/list/suppressions/file.ts'
import { syncSuppressions } from '../../../../api/src/list/suppressions/sync.ts'
import { MAIL_KINDS, MAIL_STATES } from '../../../../api/src/mail/kinds.ts'
import { type Claimed, end } from '../../../../api/src/mail/queue/leases.ts'
import { foundText } from '../../../../api/src/owner/cli/show.ts'
import { find } from '../../../../api/src/owner/find.ts'
import type { Session } from '../../../../api/src/system/session.ts'
import { temporaryFolder } from '../../../support/for-a-test.ts'
import { FREE_TEXT } from '../../../support/people.ts'
import { newInstallation, recorded, sendMail, tablesWith } from '../../support/installations.ts'
import { addPerson } from '../../support/mailing.ts'
import { test } from '../../support/test.ts'

test('forgetting an erasure also forgets that the person had left, even if other people are on the list', async ({
  list,
}) => {
  const { session } = list
  const email = await addPerson(session)
  await addPerson(session)
  await session.query("SELECT suppress($1, 'left')", [email])
  await erase(session, email)
  expect(await forgetErasure(session, email)).toBe(true)
  expect(
    await session.query('SELECT left_at, ended_at FROM suppressions_of(ARRAY[$1])', [email]),
  ).toEqual([{ left_at: null, ended_at: null }])
})

test('show prints everything that is stored about a person', async ({ list }) => {
  const { website: _honeypot, ...answers } = await list.join({ [FREE_TEXT]: 'Kiln & Co' })
  const { email } = answers
  await list.quarantine({ email, website: 'https://spam.example' })
  const other = await list.join()
  for (const each of [email, other.email]) await correct(list.session, each, { last_name: 'King' })
  for (const statement of [
    "UPDATE mails SET state = 'sent', ended_at = '2026-01-02' WHERE mailbox = $1",
    `INSERT INTO mails (kind, mailbox, letter, ended_at, state, reply)
     VALUES ('announce', $1, 'a1b2', '2026-03-02', 'failed', '550')`,
    "INSERT INTO events (event, mailbox, created_at) VALUES ('left', $1, '2026-04-01')",
    "UPDATE people SET left_at = '2026-03-31' WHERE email = $1",
  ]) {
    await list.session.query(statement, [email])
  }
  const found = await find(list.session, email)
  const midnight = (day: string) => `2026-${day}T00:00:00.000000Z`
  expect(found).toMatchObject({
    listed: {
      ...answers,
      last_name: 'King',
      joined_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      consent: UNKNOWN_CONSENT,
      left_at: midnight('03-31'),
    },
    mails: [
      { at: midnight('01-02'), kind: 'confirm', about: '', state: 'sent', reply: null },
      { at: midnight('03-02'), kind: 'announce', about: 'a1b2', state: 'failed', reply: '550' },
      { at: midnight('04-01'), kind: 'webhook', about: 'left', state: 'waiting', reply: null },
    ],
    quarantined: [{ website: 'https://spam.example' }],
    history: [{ command: 'correct' }],
  })
  const lines = foundText(found).split('\n')
  expect(lines).toContain('Left the list')
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}Left +2026-03-31T/))
  expect(lines).toContain('  2026-03-02 00:00  announce a1b2 failed (550)')
  expect(lines.join()).not.toMatch(/null|Invited|Confirmed/)
})

/** The tables with rows about people. */
const EVERYWHERE = 'events inbox links mails people quarantine reports'.split(' ')

test('an erasure leaves only a keyed hash of the person in the tables', async ({ list }) => {
  const { databaseUrl } = list.app
  const { email } = await list.join({ email: 'zoe.sent@example.com' })
  await list.quarantine({ email })
  const other = await list.join()
  await list.quarantine({ email: other.email })
  for (const each of [email, other.email]) {
    await sendMail(databaseUrl, each, `a link of ${each}`)
    for (const statement of [
      "INSERT INTO mails (kind, mailbox) VALUES ('announce', $1)",
      "SELECT add_event($1, 'joined')",
      "INSERT INTO reports (kind, mailbox, email) VALUES ('bounce', $1, $1)",
      'INSERT INTO inbox (mailbox) VALUES ($1)',
    ]) {
      await list.session.query(statement, [each])
    }
    expect(await tablesWith(databaseUrl, each)).toEqual(EVERYWHERE)
  }
  expect(await erase(list.session, email)).toBe(2)
  expect((await recorded(databaseUrl)).at(-1)).toBe('erase')
  expect(await tablesWith(databaseUrl, email)).toEqual([])
  expect(await tablesWith(databaseUrl, hash('sha256', email))).toEqual([])
  expect(await tablesWith(databaseUrl, other.email)).toEqual(EVERYWHERE)
  const waiting = "SELECT kind FROM mails WHERE state = 'waiting' AND mailbox = $1 ORDER BY 1"
  expect(await list.session.query(waiting, [other.email])).toMatchObject([
    { kind: 'announce' },
    { kind: 'confirm' },
  ])

  const before = await recorded(databaseUrl)
  expect(await erase(list.session, 'nobody@example.com')).toBe(0)
  expect(await recorded(databaseUrl)).toEqual(before)
})

/** A person can have only one confirmation waiting or in flight. */
const KINDS = MAIL_KINDS.filter((kind) => kind !== 'confirm')

/** Adds an email of each of these kinds in each state for a person, with every column filled in. */
const ADD_MAILS = `
  INSERT INTO mails (kind, mailbox, letter, state, ended_at, lease, reply, mailbox_hash, network, code)
  SELECT kind, $1, state, state, CASE WHEN state NOT IN ('waiting', 'sending') THEN now() END,
    gen_random_uuid(), '450', hash_of($1), '\\xab', 'x7'
  FROM unnest($2::text[]) AS kind, unnest($3::text[]) AS state`

async function eraseByFile(session: Session, email: string): Promise<void> {
  const [elsewhere, file] = [await newInstallation(), suppressionsFile(temporaryFolder())]
  await addPerson(elsewhere, { email })
  await erase(elsewhere, email, () => copySuppressions(elsewhere, file, email))
  await syncSuppressions(session, file)
}

test.for<[how: string, eraseOne: (session: Session, email: string) => Promise<unknown>]>([
  ['a command', erase],
  ['the suppressions file', eraseByFile],
])(
  'an erasure by %s deletes waiting emails, and keeps only counts of the other emails',
  async ([_how, eraseOne]) => {
    const here = await newInstallation()
    const [email, other] = [await addPerson(here), await addPerson(here)]
    for (const each of [email, other]) {
      await here.query(ADD_MAILS, [each, KINDS, MAIL_STATES])
      await here.query("INSERT INTO events (mailbox, event) VALUES ($1, 'joined')", [each])
      await here.query('INSERT INTO links (mailbox, token) VALUES ($1, $1::text::bytea)', [each])
    }
    const rowsOf = async (person: string) =>
      Promise.all(
        ['mails', 'events', 'links'].map((table) =>
          here.query(`SELECT * FROM ${table} WHERE mailbox = $1 ORDER BY 1`, [person]),
        ),
      )
    const before = await rowsOf(other)
    const [underWay] = await here.query<Claimed & Record<string, unknown>>(
      "SELECT id, lease FROM mails WHERE state = 'sending' AND mailbox = $1",
      [email],
    )
    await eraseOne(here, email)
    expect(await rowsOf(other)).toEqual(before)
    expect(await rowsOf(email)).toEqual([[], [], []])
    const left = await here.query(
      `SELECT state, count(DISTINCT kind)::int AS kinds,
         mailbox, letter, reply, network, code, mailbox_hash = hash_of($1) AS counts
       FROM mails WHERE mailbox IS NULL
       GROUP BY state, mailbox, letter, reply, network, code, counts ORDER BY state`,
      [email],
    )
    const nothing = { mailbox: null, letter: '', reply: null, network: null, code: null }
    expect(left).toEqual(
      ['failed', 'sending', 'sent', 'written'].map((state) => ({
        state,
        kinds: KINDS.length,
        ...nothing,
        counts: true,
      })),
    )
    expect(await end(here, 'mails', underWay as Claimed, 'sent')).toBe(true)
  },
)
