import { expect, onTestFinished, test } from 'vitest'
import { erase } from '../../../api/src/list/erase.ts'
import { fold } from '../../../api/src/list/fold.ts'
import { networkHasher } from '../../../api/src/list/network.ts'
import type { Quotas } from '../../../api/src/mail/budget.ts'
import { claimMails } from '../../../api/src/mail/claim.ts'
import { compose } from '../../../api/src/mail/compose.ts'
import { type Claimed, end, recordOutcome, renew } from '../../../api/src/mail/leases.ts'
import { openPost } from '../../../api/src/mail/post.ts'
import { openSession, type Session } from '../../../api/src/system/session.ts'
import { readConfig } from '../../../api/src/system/settings.ts'
import { TEMPLATES } from '../../support/worker.ts'
import { newInstallation } from '../support/installations.ts'
import { untilBlocked } from '../support/locks.ts'
import { addPerson } from '../support/mailing.ts'

const AMPLE: Quotas = { perHour: 100_000 }

const addMails = (session: Session, kind: string, emails: readonly string[], letter = '') =>
  session.query(
    `INSERT INTO mails (kind, email_key, letter) SELECT $1, email, $3 FROM unnest($2::text[]) AS email
     ON CONFLICT DO NOTHING`,
    [kind, emails, letter],
  )

const addresses = (count: number, name = 'person') =>
  Array.from({ length: count }, (_, n) => `${name}.${n}@example.com`)

const claim = (session: Session, quotas = AMPLE, limit = 10) => claimMails(session, quotas, limit)

async function sendAll(session: Session, quotas = AMPLE, atMost = Number.POSITIVE_INFINITY) {
  const sent: Claimed[] = []
  for (;;) {
    const { mails, more } = await claim(session, quotas, Math.min(10, atMost - sent.length))
    for (const mail of mails) await end(session, 'mails', mail, 'sent')
    sent.push(...mails)
    if ((mails.length === 0 && !more) || sent.length >= atMost) return sent
  }
}

/** Sends all emails and returns their number by kind. */
async function sendByKind(session: Session, quotas: Quotas) {
  const counts: Record<string, number> = {}
  for (const { kind } of await sendAll(session, quotas)) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

const pass = (session: Session, time: string) =>
  session.query('UPDATE mails SET ended_at = now() - $1::interval WHERE ended_at IS NOT NULL', [
    time,
  ])

/** Makes emails due again that a lost worker has taken or that were postponed. */
const makeDue = (session: Session) =>
  session.query("UPDATE mails SET due_at = now() WHERE state IN ('sending', 'waiting')")

test('a mailbox gets three emails in 24 hours, and a fourth confirmation the next day', async () => {
  const session = await newInstallation()
  const sent: number[] = []
  for (const hours of [0, 0, 0, 23, 25]) {
    await pass(session, `${hours} hours`)
    await makeDue(session)
    await addMails(session, 'confirm', ['ada@example.com'])
    sent.push((await sendAll(session)).length)
  }
  expect(sent).toEqual([1, 1, 1, 0, 1])
})

test('emails that another worker is sending count toward the mailbox’s limit', async () => {
  const session = await newInstallation()
  const taken: number[] = []
  for (const letter of ['1', '2', '3', '4']) {
    await addMails(session, 'announce', ['ada@example.com'], letter)
    taken.push((await claim(session)).mails.length)
  }
  expect(taken).toEqual([1, 1, 1, 0])
})

test('failed emails count toward the mailbox’s limit, even after an erasure', async () => {
  const session = await newInstallation()
  const email = await addPerson(session)
  for (const kind of ['invite', 'announce']) await addMails(session, kind, [email])
  for (const mail of (await claim(session)).mails)
    await end(session, 'mails', mail, 'failed', '450')
  await erase(session, email)
  await addMails(session, 'confirm', [email])
  expect(await sendAll(session)).toHaveLength(1)
  await addMails(session, 'confirm', [email])
  expect(await sendAll(session)).toHaveLength(0)
})

const confirmed = async (session: Session, count: number) => {
  for (let n = 0; n < count; n += 1) await addPerson(session)
}

test('without a quota, confirmations keep their limit, and bulk emails go out at 300 an hour', async () => {
  const session = await newInstallation()
  for (const kind of ['announce', 'invite', 'welcome']) {
    await addMails(session, kind, addresses(250, kind))
  }
  await addMails(session, 'confirm', addresses(400))
  const sent = { confirm: 200, welcome: 250, invite: 225, announce: 75 }
  expect(await sendByKind(session, {})).toEqual(sent)
  await confirmed(session, 3)
  expect(await sendByKind(session, {})).toEqual({ confirm: 30 })
  await pass(session, '61 minutes')
  await session.query("UPDATE people SET confirmed_at = now() - interval '61 minutes'")
  expect(await sendByKind(session, { perHour: 1_000 })).toMatchObject({ confirm: 170 })
})

test('the daily limit keeps a quarter for confirmations', async () => {
  const session = await newInstallation()
  const sendAfter = async (time: string) => {
    await pass(session, time)
    return sendByKind(session, { perHour: 100, perDay: 40 })
  }
  await addMails(session, 'announce', addresses(100))
  expect(await sendAfter('0')).toEqual({ announce: 30 })
  await addMails(session, 'confirm', addresses(20))
  expect(await sendAfter('23 hours')).toEqual({ confirm: 10 })
  expect(await sendAfter('23 hours')).toEqual({})
  expect(await sendAfter('25 hours')).toEqual({ announce: 30, confirm: 10 })
})

test('each kind of email has a share of the hourly limit that no other kind can use up', async () => {
  const session = await newInstallation()
  for (const kind of ['confirm', 'invite', 'announce']) {
    await addMails(session, kind, addresses(200))
  }
  const quotas = { perHour: 100 }
  expect(await sendByKind(session, quotas)).toEqual({ confirm: 50, invite: 25, announce: 25 })

  // A kind of email may use what other kinds leave, except for the share that is reserved for the next signup.
  await session.query("DELETE FROM mails WHERE state <> 'waiting' OR kind <> 'announce'")
  expect(await sendByKind(session, quotas)).toEqual({ announce: 75 })
  await addMails(session, 'confirm', addresses(30, 'late'))
  expect(await sendByKind(session, quotas)).toEqual({ confirm: 25 })
})

test('a flood from one network or from 200 delays the next person by only a few emails', async () => {
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
  await confirmed(session, 2)
  // After this, each network of the flood has had its first turn.
  await sendAll(session, AMPLE, 201)
  await arrive('ada@example.com', '203.0.113.7')
  await fold(session, { events: false })
  const [next] = await sendAll(session, AMPLE, 10)
  expect(next?.email_key).toBe('ada@example.com')
})

test('a worker whose lease has ended cannot change an email that another worker took over', async () => {
  const session = await newInstallation()
  await addMails(session, 'invite', ['ada@example.com'])
  const [first] = (await claim(session)).mails as readonly [Claimed]
  expect((await claim(session)).mails).toEqual([])
  await makeDue(session)
  const [second] = (await claim(session)).mails as readonly [Claimed]
  expect(second).toMatchObject({ id: first.id, attempts: 2 })
  const row = () => session.query('SELECT * FROM mails')
  const before = await row()
  const how = { table: 'mails', most: 15, onOutcome: () => {} } as const
  const steps = {
    'records that it was sent': () => end(session, 'mails', first, 'sent'),
    'wants to repeat it': () => recordOutcome(session, first, { kind: 'later', reply: '450' }, how),
    'gives it back': () => recordOutcome(session, first, { kind: 'away', reply: '421' }, how),
    'renews its lease': () => renew(session, 'mails', [first]),
  }
  for (const [what, goOn] of Object.entries(steps)) {
    await goOn()
    expect(await row(), what).toEqual(before)
  }
  expect(await end(session, 'mails', second, 'sent')).toBe(true)
})

test('a limit that a lost worker has used up is free again when its leases have ended', async () => {
  const session = await newInstallation()
  await addMails(session, 'confirm', addresses(4))
  const quotas = { perHour: 2 }
  expect((await claim(session, quotas)).mails).toHaveLength(2)
  expect((await claim(session, quotas)).mails).toHaveLength(0)
  await makeDue(session)
  expect((await claim(session, quotas)).mails).toHaveLength(2)
})

test('two workers that claim emails at once stay within the limit', async () => {
  const here = await newInstallation()
  await addMails(here, 'confirm', addresses(10))
  const other = await openSession(here.url, 'worker')
  onTestFinished(() => other.close())
  const quotas = { perHour: 5 }
  let rest: ReturnType<typeof claim> | undefined
  const slow: Session = {
    ...here,
    async query(text, values) {
      // The other worker claims after this one has read the limits and before it reads the first emails.
      if (text.includes('ORDER BY turn') && rest === undefined) {
        rest = claim(other, quotas)
        await Promise.race([rest, untilBlocked(here.url, 1)])
      }
      return here.query(text, values)
    },
  }
  expect((await claim(slow, quotas)).mails).toHaveLength(5)
  expect((await rest)?.mails).toEqual([])
})

test('an erasure while an email is composed leaves no link of the person', async () => {
  const here = await newInstallation()
  const email = await addPerson(here)
  await addMails(here, 'invite', [email])
  const { mails } = await claim(here)
  const worker = await openSession(here.url, 'worker')
  onTestFinished(() => worker.close())
  const post = await openPost(readConfig({ SMTP_URL: 'smtp://127.0.0.1:1' }), TEMPLATES)
  let composing: Promise<unknown> | undefined
  await erase(here, email, async () => {
    composing = compose(worker, mails[0] as Claimed, post)
    await Promise.race([composing, untilBlocked(here.url, 1)])
  })
  expect(await composing).toBeUndefined()
  expect(await here.query('SELECT FROM links')).toEqual([])
})
