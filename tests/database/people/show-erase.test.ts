// Guards own-data, erasure.

import { UNKNOWN_CONSENT } from '@ad-kit/contract'
import { expect } from 'vitest'
import { foundJson, foundText } from '../../../api/src/cli/show.ts'
import type { Session } from '../../../api/src/database/session.ts'
import { emailKey } from '../../../api/src/inbox/identity.ts'
import { type Claimed, end } from '../../../api/src/outbox/leases.ts'
import { MAIL_KINDS, MAIL_STATES } from '../../../api/src/outbox/mails.ts'
import { erase } from '../../../api/src/people/erase.ts'
import { find } from '../../../api/src/people/find.ts'
import { copyRefusals, refusalsFile } from '../../../api/src/transfer/refusals-file.ts'
import { syncRefusals } from '../../../api/src/transfer/refusals-sync.ts'
import { select } from '../../support/database.ts'
import { test } from '../../support/fixtures/database.ts'
import { temporaryFolder } from '../../support/for-a-test.ts'
import type { List } from '../../support/list.ts'
import {
  newInstallation,
  recorded,
  sendMail,
  tablesWith,
} from '../../support/program/installations.ts'
import { addPerson, newFolder, sendDue } from '../../support/program/mailing.ts'

const keyOf = (email: string): string => emailKey(email) ?? ''
const show = (list: List, email: string) => find(list.session, keyOf(email))
const forget = (list: List, email: string) => erase(list.session, keyOf(email))
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
const everything = async (list: List) => [
  ...(await list.app.people()),
  ...(await list.app.quarantined()),
]

test('show has every answer, time, quarantined signup and recorded change of a person', async ({
  list,
}) => {
  const person = await list.join({ company: 'Kiln & Co' })
  await list.quarantine({ email: person.email, website: 'https://spam.example' })
  const { website: _honeypot, ...answers } = person
  expect(foundJson(await show(list, person.email))).toEqual({
    status: 'listed',
    ...answers,
    joined_at: expect.stringMatching(TIME),
    agreed_to: UNKNOWN_CONSENT,
    agreed_at: expect.stringMatching(TIME),
    source: null,
    confirmed_at: null,
    invited_at: null,
    left_at: null,
    undeliverable_at: null,
    corrected_at: null,
    referral_code: null,
    referrals: null,
    invite_code: null,
    welcomed_at: null,
    mails: [
      {
        at: expect.stringMatching(TIME),
        kind: 'confirm',
        about: null,
        state: 'waiting',
        reply: null,
      },
    ],
    quarantined: [expect.objectContaining({ website: 'https://spam.example' })],
    history: [],
  })
})

test('show has what was queued, sent and refused for a person, and when the person left', async ({
  list,
}) => {
  const { email } = await list.join()
  await list.session.query(
    "UPDATE mails SET state = 'sent', ended_at = '2026-01-02' WHERE email_key = $1",
    [email],
  )
  await list.session.query(
    `INSERT INTO mails (kind, email_key, letter, ended_at, state, reply)
     VALUES ('announce', $1, 'a1b2', '2026-03-02', 'failed', '550')`,
    [email],
  )
  await list.session.query(
    "INSERT INTO events (event, email_key, created_at) VALUES ('left', $1, '2026-04-01')",
    [email],
  )
  await list.session.query("UPDATE people SET left_at = '2026-03-31' WHERE email = $1", [email])
  const found = await show(list, email)
  const midnight = (day: string) => `2026-${day}T00:00:00.000000Z`
  expect(foundJson(found)).toMatchObject({
    status: 'left',
    left_at: midnight('03-31'),
    mails: [
      { at: midnight('01-02'), kind: 'confirm', about: null, state: 'sent', reply: null },
      { at: midnight('03-02'), kind: 'announce', about: 'a1b2', state: 'failed', reply: '550' },
      { at: midnight('04-01'), kind: 'webhook', about: 'left', state: 'waiting', reply: null },
    ],
  })
  const lines = foundText(found).split('\n')
  expect(lines).toContain('Left the list')
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}Left +2026-03-31T/))
  expect(lines).toContain('  2026-01-02 00:00  confirm sent')
  expect(lines).toContain('  2026-03-02 00:00  announce a1b2 failed (550)')
  expect(lines.join()).not.toMatch(/null|Invited|Confirmed/)
})

test('an erasure leaves nothing about the person in any table but the keyed hash', async ({
  list,
}) => {
  const { databaseUrl } = list.app
  const { email } = await list.join({ email: 'zoe.sent@example.com' })
  await list.quarantine({ email })
  await sendMail(databaseUrl, email, 'a link')
  await list.session.query("INSERT INTO mails (kind, email_key) VALUES ('announce', $1)", [email])
  await list.session.query("SELECT add_event($1, 'joined')", [email])
  await list.session.query("INSERT INTO reports (kind, email_key) VALUES ('refused', $1)", [email])
  const other = await list.join()
  await sendMail(databaseUrl, other.email, 'a link of another person')
  await list.session.query('INSERT INTO inbox (email_key) VALUES ($1)', [email])
  expect(await tablesWith(databaseUrl, email)).toEqual([
    'events',
    'inbox',
    'links',
    'mails',
    'people',
    'quarantine',
    'reports',
  ])
  expect(await forget(list, email)).toBe(2)
  expect(await tablesWith(databaseUrl, email)).toEqual([])
  expect(await tablesWith(databaseUrl, other.email)).toEqual(['links', 'mails', 'people'])
})

/** An email of each kind for a person, with every column filled. */
const ADD_MAILS = `
  INSERT INTO mails (kind, email_key, letter, state, ended_at, lease, reply, mailbox, network, code)
  SELECT kind, $1, 'a1', $2, CASE WHEN $2 NOT IN ('waiting', 'sending') THEN now() END, gen_random_uuid(),
    '450', hash_of($1), '\\xab', 'x7'
  FROM unnest($3::text[]) AS kind`

/** An erasure of these people. */
type Erasure = (session: Session, emails: readonly string[]) => Promise<unknown>

async function byCommand(session: Session, emails: readonly string[]): Promise<void> {
  for (const email of emails) await erase(session, email)
}

async function byFile(session: Session, emails: readonly string[]): Promise<void> {
  const folder = temporaryFolder()
  const [elsewhere, file] = [await newInstallation(), refusalsFile(folder)]
  for (const email of emails) {
    await addPerson(elsewhere, { email })
    await erase(elsewhere, email, () => copyRefusals(elsewhere, file, email))
  }
  await syncRefusals(session, file)
}

test.for<[how: string, eraseAll: Erasure]>([
  ['a command', byCommand],
  ['the file of refusals', byFile],
])(
  'an erasure by %s leaves no waiting email of any kind, and of the others what counts for a day',
  async ([_how, eraseAll]) => {
    const here = await newInstallation()
    const emails = await Promise.all(
      MAIL_STATES.map((state) => addPerson(here, { email: `${state}@example.com` })),
    )
    for (const [index, state] of MAIL_STATES.entries()) {
      await here.query(ADD_MAILS, [emails[index], state, MAIL_KINDS])
    }
    const [claimed] = await here.query<Claimed & Record<string, unknown>>(
      "SELECT id, lease FROM mails WHERE state = 'sending' AND kind = 'confirm'",
    )
    await eraseAll(here, emails)
    const left = await here.query(
      `SELECT kind, state, email_key, letter, reply, network, code, mailbox = hash_of(state || '@example.com') AS counts
       FROM mails`,
    )
    const kept = ['sending', 'sent', 'written', 'failed'].flatMap((state) =>
      MAIL_KINDS.map((kind) => ({
        ...{ kind, state, email_key: null, letter: '', reply: null, network: null, code: null },
        counts: true,
      })),
    )
    expect(left).toHaveLength(kept.length)
    expect(left).toEqual(expect.arrayContaining(kept))

    // the server replies to one, and the worker that had the others is lost
    expect(await end(here, 'mails', claimed as Claimed, 'sent')).toBe(true)
    await here.query("UPDATE mails SET due_at = now() WHERE state = 'sending'")
    expect(await sendDue(here, newFolder().env)).toEqual([])
  },
)

test('an address in another spelling finds and erases every signup of its mailbox', async ({
  list,
}) => {
  const asked = ' ZOE@EXÄMPLE.EXAMPLE '
  const listed = await list.join({ email: 'Zoe@Exämple.example' })
  await list.quarantine({ email: 'zoe@xn--exmple-cua.example' })
  await list.quarantine({ email: 'zoe@xn--exmple-cua.example' })
  const others = (await everything(list)).length - 3
  const found = await show(list, asked)
  expect(found.listed).toMatchObject({ first_name: listed.first_name })
  expect(found.quarantined).toHaveLength(2)
  expect(await forget(list, asked)).toBe(3)
  expect(await show(list, asked)).toMatchObject({ listed: undefined, quarantined: [] })
  expect(await everything(list)).toHaveLength(others)
})

test('erasing an unknown address changes and records nothing', async ({ list }) => {
  const [before, log] = [await everything(list), await recorded(list.app.databaseUrl)]
  for (const nobody of ['%', 'a_a@example.com', 'nobody@example.com']) {
    expect(await erase(list.session, nobody)).toBe(0)
  }
  expect(await everything(list)).toEqual(before)
  expect(await recorded(list.app.databaseUrl)).toEqual(log)
})

test('an erasure is recorded without the address or a hash that can be guessed', async ({
  list,
}) => {
  const { email } = await list.join({ email: 'zwetschge@mirabelle.example' })
  await forget(list, email)
  const rows = await select(
    list.app.databaseUrl,
    `SELECT history::text AS row FROM history UNION ALL SELECT refusals::text FROM refusals
     UNION ALL SELECT encode(sha256('${email}'), 'hex')`,
  )
  const [guess, ...kept] = rows.map(({ row }) => String(row)).toReversed()
  expect(kept.length).toBeGreaterThan(1)
  for (const row of kept) {
    expect(row).not.toContain('zwetschge')
    expect(row).not.toContain(guess)
  }
})
