// Guards frozen-worker, mailbox-budget, mail-quotas.

import { expect, test } from 'vitest'
import type { Session } from '../../../api/src/database/session.ts'
import { fold } from '../../../api/src/inbox/fold.ts'
import { networkHasher } from '../../../api/src/inbox/network.ts'
import type { Quotas } from '../../../api/src/outbox/budget.ts'
import { claimMails } from '../../../api/src/outbox/claim.ts'
import type { Domains } from '../../../api/src/outbox/domains.ts'
import { type Claimed, end, giveBack, renew, repeatLater } from '../../../api/src/outbox/leases.ts'
import { erase } from '../../../api/src/people/erase.ts'
import { markUndeliverable } from '../../../api/src/refusals/apply.ts'
import { newInstallation } from '../../support/program/installations.ts'

const PER_HOUR = 100_000

/** People on the list, confirmed for kinds that need it. */
const addPeople = (session: Session, emails: readonly string[]) =>
  session.query(
    `INSERT INTO people (email, email_key, answers, joined_at, confirmed_at)
     SELECT email, email, '{}', now(), now() FROM unnest($1::text[]) AS email ON CONFLICT DO NOTHING`,
    [emails],
  )

const addMails = (session: Session, kind: string, emails: readonly string[]) =>
  session.query(
    `INSERT INTO mails (kind, email_key) SELECT $1, email FROM unnest($2::text[]) AS email
     ON CONFLICT DO NOTHING`,
    [kind, emails],
  )

const ALL_REPLY: Domains = {
  full: () => [],
  choose: (mails, limit) => mails.slice(0, limit),
  begin: () => () => {},
}

const claim = (session: Session, quotas: Quotas = { perHour: PER_HOUR }, limit = 10) =>
  claimMails(session, quotas, limit, ALL_REPLY)

/** Claims and records as many mails as there are. */
async function sendAll(
  session: Session,
  quotas: Quotas = { perHour: PER_HOUR },
  atMost = Number.MAX_SAFE_INTEGER,
) {
  const sent: Claimed[] = []
  for (;;) {
    const { mails, more } = await claim(session, quotas, Math.min(10, atMost - sent.length))
    for (const mail of mails) await end(session, 'mails', mail, 'sent')
    sent.push(...mails)
    if ((mails.length === 0 && !more) || sent.length >= atMost) return sent
  }
}

const waiting = (session: Session) => session.query("SELECT FROM mails WHERE state = 'waiting'")

/** As if all that was sent had been sent that long ago. */
const pass = (session: Session, time: string) =>
  session.query('UPDATE mails SET ended_at = now() - $1::interval WHERE ended_at IS NOT NULL', [
    time,
  ])

const addresses = (count: number, addressOf: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => addressOf(n))

/** What a lost worker has taken is due again. */
const endLeases = (session: Session) =>
  session.query("UPDATE mails SET due_at = now() WHERE state = 'sending'")

test('a mailbox gets three emails in 24 hours, and a confirmation that exceeds them is not sent later', async () => {
  const session = await newInstallation()
  const days = [
    { mails: 1, hoursBefore: 0 },
    { mails: 1, hoursBefore: 0 },
    { mails: 1, hoursBefore: 0 },
    { mails: 0, hoursBefore: 23 },
    { mails: 1, hoursBefore: 25 },
  ]
  for (const { mails, hoursBefore } of days) {
    await pass(session, `${hoursBefore} hours`)
    await addMails(session, 'confirm', ['ada@example.com'])
    expect(await sendAll(session)).toHaveLength(mails)
    expect(await waiting(session)).toEqual([])
  }
})

test('an announcement that exceeds the emails of a mailbox is sent on another day', async () => {
  const session = await newInstallation()
  await session.query(
    `INSERT INTO mails (kind, email_key, letter)
     SELECT 'announce', 'ada@example.com', n FROM generate_series(1, 5) AS n`,
  )
  expect(await sendAll(session)).toHaveLength(3)
  await session.query("UPDATE mails SET due_at = now() WHERE state = 'waiting'")
  expect(await sendAll(session)).toHaveLength(0)
  await pass(session, '25 hours')
  await session.query("UPDATE mails SET due_at = now() WHERE state = 'waiting'")
  expect(await sendAll(session)).toHaveLength(2)
})

test('an erasure and a failure count in the budget of the mailbox', async () => {
  const session = await newInstallation()
  await addPeople(session, ['ada@example.com'])
  for (const kind of ['invite', 'announce']) await addMails(session, kind, ['ada@example.com'])
  for (const mail of (await claim(session)).mails)
    await end(session, 'mails', mail, 'failed', '450')
  await erase(session, 'ada@example.com')
  await addMails(session, 'confirm', ['ada@example.com'])
  expect(await sendAll(session)).toHaveLength(1)
  await addMails(session, 'confirm', ['ada@example.com'])
  expect(await sendAll(session)).toHaveLength(0)
})

test('without a quota, confirmations are not held back, and announcements and invitations go at 300 an hour', async () => {
  const session = await newInstallation()
  for (const [kind, count] of [
    ['announce', 250],
    ['invite', 250],
    ['confirm', 1_000],
    ['welcome', 250],
  ] as const) {
    await addMails(
      session,
      kind,
      addresses(count, (n) => `${kind}.${n}@example.com`),
    )
  }
  const counts = async () => {
    const kinds = (await sendAll(session, {})).map(({ kind }) => kind)
    return Object.fromEntries(
      [...new Set(kinds)].map((kind) => [kind, kinds.filter((each) => each === kind).length]),
    )
  }
  expect(await counts()).toEqual({ confirm: 1_000, welcome: 250, invite: 225, announce: 75 })
  await addMails(session, 'confirm', ['late@example.com'])
  expect(await counts()).toEqual({ confirm: 1 })
  await pass(session, '61 minutes')
  expect(await counts()).toEqual({ invite: 25, announce: 175 })
})

test('a day has a budget as well, of which a quarter is kept for confirmations', async () => {
  const session = await newInstallation()
  const people = addresses(100, (n) => `person.${n}@example.com`)
  const send = async (age: string) => {
    await pass(session, age)
    return (await sendAll(session, { perHour: 100, perDay: 40 })).map(({ kind }) => kind)
  }
  await addMails(session, 'announce', people)
  expect(await send('0')).toEqual(Array(30).fill('announce'))
  expect(await send('23 hours')).toEqual([])
  await addMails(session, 'confirm', people.slice(0, 20))
  expect(await send('23 hours')).toEqual(Array(10).fill('confirm'))
  expect(await send('23 hours')).toEqual([])
  expect((await send('25 hours')).sort()).toEqual([
    ...Array(30).fill('announce'),
    ...Array(10).fill('confirm'),
  ])
})

test('each kind of email has a share of the hour that no other can use up', async () => {
  const session = await newInstallation()
  const people = addresses(200, (n) => `person.${n}@example.com`)
  const kinds = async (perHour: number) => {
    const counts: Record<string, number> = {}
    for (const { kind } of await sendAll(session, { perHour }))
      counts[kind] = (counts[kind] ?? 0) + 1
    return counts
  }
  for (const kind of ['confirm', 'invite', 'announce']) await addMails(session, kind, people)
  expect(await kinds(100)).toEqual({ confirm: 50, invite: 25, announce: 25 })

  // what a kind does not need is for the others, but for the share of the next signup
  await session.query("DELETE FROM mails WHERE state <> 'waiting' OR kind <> 'announce'")
  expect(await kinds(100)).toEqual({ announce: 75 })
  await addMails(
    session,
    'confirm',
    addresses(30, (n) => `late.${n}@example.com`),
  )
  expect(await kinds(100)).toEqual({ confirm: 25 })
})

test('a flood from one network or from 200 lets the next person wait for a few emails only', async () => {
  const session = await newInstallation()
  const hash = networkHasher()
  const arrive = (email: string, address: string) =>
    session.query(
      `INSERT INTO inbox (email, email_key, answers, network) VALUES ($1, $1, '{}', decode($2, 'hex'))`,
      [email, hash(address)],
    )
  for (let n = 0; n < 500; n += 1) await arrive(`a${n}@flood.example`, `2001:db8:1:${n}::1`)
  for (let n = 0; n < 1_000; n += 1) await arrive(`b${n}@flood.example`, `198.18.${n % 200}.1`)
  await fold(session, { events: false })
  // the flood has had its first turn of each network
  await sendAll(session, { perHour: PER_HOUR }, 201)
  await arrive('ada@example.com', '203.0.113.7')
  await fold(session, { events: false })
  const sent = await sendAll(session, { perHour: PER_HOUR }, 20)
  expect(sent.map(({ email_key }) => email_key).indexOf('ada@example.com')).toBe(0)
})

test.each(['bounce', 'leaving', 'erasure'])(
  'a mail that is under way during a %s keeps its record',
  async (fate) => {
    const session = await newInstallation()
    await addPeople(session, ['ada@example.com'])
    await addMails(session, 'invite', ['ada@example.com'])
    await addMails(session, 'announce', ['ada@example.com'])
    const [mail] = (await claim(session, {}, 1)).mails
    if (fate === 'bounce') await markUndeliverable(session, 'ada@example.com')
    if (fate === 'erasure') await erase(session, 'ada@example.com')
    if (fate === 'leaving') {
      await session.query("INSERT INTO links (token, email_key) VALUES ('t', 'ada@example.com')")
      await session.query("SELECT leave_by_link('t')")
    }
    expect(await end(session, 'mails', mail as Claimed, 'sent')).toBe(true)
    const states = await session.query('SELECT kind, state FROM mails ORDER BY state')
    const withdrawn = { kind: 'announce', state: 'withdrawn' }
    expect(states).toEqual([
      { kind: 'invite', state: 'sent' },
      ...(fate === 'erasure' ? [] : [withdrawn]),
    ])
  },
)

test.each([
  ['records that it was sent', (session, mail) => end(session, 'mails', mail, 'sent')],
  ['records that it has failed', (session, mail) => end(session, 'mails', mail, 'failed', '550')],
  ['withdraws it', (session, mail) => end(session, 'mails', mail, 'withdrawn')],
  ['wants to repeat it', (session, mail) => repeatLater(session, 'mails', mail, '450')],
  ['gives it back', (session, mail) => giveBack(session, 'mails', mail, 'ECONNREFUSED')],
  ['renews its lease', (session, mail) => renew(session, 'mails', [mail])],
] satisfies [string, (session: Session, mail: Claimed) => Promise<unknown>][])(
  'an email whose lease has ended is taken again, and a first worker that %s changes nothing',
  async (_what, goOn) => {
    const session = await newInstallation()
    await addMails(session, 'invite', ['ada@example.com'])
    const [first] = (await claim(session)).mails
    expect((await claim(session)).mails).toEqual([])
    await endLeases(session)
    const [second] = (await claim(session)).mails
    expect(second).toMatchObject({ id: first?.id, attempts: 2 })
    const row = () => session.query('SELECT * FROM mails')
    const before = await row()
    await goOn(session, first as Claimed)
    expect(await row()).toEqual(before)
    expect(await end(session, 'mails', second as Claimed, 'sent')).toBe(true)
  },
)

test('a budget that a lost worker has used up is free again when its leases have ended', async () => {
  const session = await newInstallation()
  await addMails(
    session,
    'confirm',
    addresses(4, (n) => `person.${n}@example.com`),
  )
  expect((await claim(session, { perHour: 2 })).mails).toHaveLength(2)
  expect((await claim(session, { perHour: 2 })).mails).toHaveLength(0)
  await endLeases(session)
  expect((await claim(session, { perHour: 2 })).mails).toHaveLength(2)
})
