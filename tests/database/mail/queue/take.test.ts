import { expect, onTestFinished, test } from 'vitest'
import { fold } from '../../../../api/src/list/inbox/fold.ts'
import { networkHasher } from '../../../../api/src/list/inbox/network.ts'
import { erase } from '../../../../api/src/list/people/erase.ts'
import { compose } from '../../../../api/src/mail/compose.ts'
import { type Claimed, end, recordOutcome, renew } from '../../../../api/src/mail/queue/leases.ts'
import type { Quotas } from '../../../../api/src/mail/queue/pace.ts'
import { takeMails } from '../../../../api/src/mail/queue/take.ts'
import { openPost } from '../../../../api/src/mail/transport/post.ts'
import { openSession, type Session } from '../../../../api/src/system/session.ts'
import { readConfig } from '../../../../api/src/system/settings.ts'
import { TEMPLATES } from '../../../support/worker.ts'
import { newInstallation } from '../../support/installations.ts'
import { hold, untilBlocked } from '../../support/locks.ts'
import { addPerson, makeDue } from '../../support/mailing.ts'

const AMPLE: Quotas = { perHour: 100_000 }

/** Queues emails. Confirmations have been requested, each from a different network; all other emails are bulk. */
const addMails = (session: Session, kind: string, emails: readonly string[], letter = '') =>
  session.query(
    `INSERT INTO mails (kind, class, mailbox, letter, network)
     SELECT $1, CASE $1 WHEN 'confirm' THEN 'asked' ELSE 'bulk' END, email, $3,
       CASE $1 WHEN 'confirm' THEN sha256(email::bytea) END
     FROM unnest($2::text[]) AS email
     ON CONFLICT DO NOTHING`,
    [kind, emails, letter],
  )

const addresses = (count: number, name = 'person') =>
  Array.from({ length: count }, (_, n) => `${name}.${n}@example.com`)

const claim = (session: Session, quotas = AMPLE, limit = 10) => takeMails(session, quotas, limit)

async function sendAll(session: Session, quotas = AMPLE, atMost = Number.POSITIVE_INFINITY) {
  const sent: Claimed[] = []
  for (;;) {
    const { mails, more } = await claim(session, quotas, Math.min(10, atMost - sent.length))
    await session.query("UPDATE mails SET state = 'sent', ended_at = now() WHERE id = ANY($1)", [
      mails.map(({ id }) => id),
    ])
    sent.push(...mails)
    if ((mails.length === 0 && !more) || sent.length >= atMost) return sent
  }
}

/** Sends all emails, and returns how many there were of each kind. */
async function sendByKind(session: Session, quotas: Quotas) {
  const counts: Record<string, number> = {}
  for (const { kind } of await sendAll(session, quotas)) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

const pass = (session: Session, time: string) =>
  session.query('UPDATE mails SET ended_at = now() - $1::interval WHERE ended_at IS NOT NULL', [
    time,
  ])

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

test('emails that another worker is sending count toward a mailbox’s limit', async () => {
  const session = await newInstallation()
  const taken: number[] = []
  for (const letter of ['1', '2', '3', '4']) {
    await addMails(session, 'announce', ['ada@example.com'], letter)
    taken.push((await claim(session)).mails.length)
  }
  expect(taken).toEqual([1, 1, 1, 0])
})

test('withdrawn emails and other people’s emails do not count toward a mailbox’s limit', async () => {
  const session = await newInstallation()
  for (const letter of ['1', '2', '3']) {
    await addMails(session, 'announce', ['ada@example.com', 'bo@example.com'], letter)
    await claim(session)
  }
  await session.query(
    "UPDATE mails SET state = 'withdrawn', ended_at = now() WHERE mailbox = 'ada@example.com'",
  )
  await addMails(session, 'announce', ['ada@example.com'], '4')
  expect((await claim(session)).mails).toHaveLength(1)
  await addMails(session, 'after', ['ada@example.com'])
  expect((await claim(session)).mails, 'a letter beside another email').toHaveLength(1)
})

test('a worker neither takes nor waits for an email that is being changed', async () => {
  const session = await newInstallation()
  await addMails(session, 'announce', ['ada@example.com', 'bo@example.com'])
  const release = await hold(
    session.url,
    "UPDATE mails SET state = 'withdrawn' WHERE mailbox = 'ada@example.com'",
  )
  await session.query("SET lock_timeout = '5s'")
  expect((await claim(session)).mails).toMatchObject([{ mailbox: 'bo@example.com' }])
  await release()
})

test('failed emails count toward a mailbox’s limit, even after an erasure', async () => {
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

/** Adds people who have confirmed through the link in an email. */
const clicked = async (session: Session, count: number, domain?: string) => {
  for (let n = 0; n < count; n += 1) {
    const email = await addPerson(
      session,
      domain ? { email: `${n}@${domain}` } : { email: `ada@${n}.click.example` },
    )
    await session.query(
      'INSERT INTO links (token, mailbox, confirmed) VALUES (sha256($1::text::bytea), $1, true)',
      [email],
    )
  }
}

/** Ages all emails beyond the time for which a visitor watches the inbox. */
const wait = (session: Session) =>
  session.query(
    "UPDATE mails SET wanted_at = wanted_at - interval '5 minutes' WHERE ended_at IS NULL",
  )

test('without a quota, requested emails keep their limit, and bulk goes out at 300 an hour', async () => {
  const session = await newInstallation()
  for (const kind of ['announce', 'invite']) await addMails(session, kind, addresses(250, kind))
  await addMails(session, 'confirm', addresses(400))
  await wait(session)
  expect(await sendByKind(session, {})).toEqual({ confirm: 150, invite: 150, announce: 150 })
  await clicked(session, 3)
  // Each click adds ten emails, a quarter of which are kept for the next visitor.
  expect(await sendByKind(session, {})).toEqual({ confirm: 23 })
  await pass(session, '61 minutes')
  await session.query("UPDATE people SET confirmed_at = now() - interval '61 minutes'")
  expect(await sendByKind(session, { perHour: 1_000 })).toMatchObject({ confirm: 150 })
})

test.each([
  ['people whom an import has confirmed', 0, (session: Session) => addPerson(session)],
  [
    'a hundred addresses at a new domain',
    23,
    async (session: Session) => {
      const past = '2026-01-01'
      for (let n = 0; n < 20; n += 1) {
        await addPerson(session, { email: `${n}@other.example`, confirmed_at: past })
        const email = `left.${n}@own.example`
        await addPerson(session, { email, confirmed_at: past, left_at: past })
      }
      await clicked(session, 100, 'own.example')
    },
  ],
  [
    'a hundred people at a domain where twenty confirmed long before',
    750,
    async (session: Session) => {
      for (let n = 0; n < 20; n += 1) {
        await addPerson(session, { email: `old.${n}@mail.example`, confirmed_at: '2026-01-01' })
      }
      await clicked(session, 100, 'mail.example')
    },
  ],
] as const)('%s raise the limit for requested emails by %i', async (_who, more, join) => {
  const session = await newInstallation()
  await join(session)
  await addMails(session, 'confirm', addresses(1_000))
  await wait(session)
  expect(await sendByKind(session, {})).toEqual({ confirm: 150 + more })
})

test('the daily limit keeps a quarter for the next visitors', async () => {
  const session = await newInstallation()
  const sendAfter = async (time: string) => {
    await pass(session, time)
    await wait(session)
    return sendByKind(session, { perHour: 100, perDay: 40 })
  }
  await addMails(session, 'announce', addresses(100))
  expect(await sendAfter('0')).toEqual({ announce: 30 })
  await addMails(session, 'confirm', addresses(20))
  expect(await sendAfter('23 hours')).toEqual({})
  await addMails(session, 'confirm', ['ada@example.com'])
  expect(await sendByKind(session, { perDay: 40 })).toEqual({ confirm: 1 })
  expect(await sendAfter('25 hours')).toEqual({ announce: 10, confirm: 20 })
})

test('bulk leaves a quarter of a quota to requested emails, and requested emails leave a quarter to bulk', async () => {
  const session = await newInstallation()
  for (const kind of ['confirm', 'invite', 'announce']) {
    await addMails(session, kind, addresses(200))
  }
  await wait(session)
  const quotas = { perHour: 100 }
  expect(await sendByKind(session, quotas)).toEqual({ confirm: 50, invite: 13, announce: 12 })
  await session.query("DELETE FROM mails WHERE state <> 'waiting' OR kind <> 'announce'")
  expect(await sendByKind(session, quotas)).toEqual({ announce: 75 })
})

/** Sends new people's forms from these networks, and folds them. */
async function arrive(session: Session, name: string, networks: readonly string[], resend = false) {
  await session.query(
    `INSERT INTO inbox (email, mailbox, answers, network)
     SELECT CASE WHEN NOT $4 THEN email END, email, '{}', decode(network, 'hex')
     FROM unnest($2::text[]) WITH ORDINALITY AS one (network, n), LATERAL (SELECT $1 || n || $3 AS email) AS named`,
    [name, networks, '@flood.example', resend],
  )
  await fold(session, { events: false })
}

const networks = (forms: number, different: number) => {
  const hash = networkHasher()
  return Array.from({ length: forms }, (_, n) => hash(`2001:db8:${n % different}::1`))
}

/** Sends everything that may be sent within this many seconds, by moving what has been sent into the past. */
async function sendFor(session: Session, quotas: Quotas, seconds: number) {
  const sent = await sendAll(session, quotas)
  for (let second = 10; second <= seconds; second += 10) {
    await session.query(
      `UPDATE mails SET ended_at = ended_at - interval '10 seconds', wanted_at = wanted_at - interval '10 seconds'
       WHERE ended_at IS NOT NULL OR class <> 'bulk'`,
    )
    sent.push(...(await sendAll(session, quotas)))
  }
  return sent
}

const FLOODS: Readonly<Record<string, (session: Session) => Promise<unknown>>> = {
  '500 forms from one network': (session) => arrive(session, 'a', networks(500, 1)),
  '1,000 forms from a thousand networks': (session) => arrive(session, 'b', networks(1_000, 1_000)),
  '1,000 forms from two hundred networks': (session) => arrive(session, 'c', networks(1_000, 200)),
  'an import of 1,000 people who are asked to confirm, and a letter to each': (session) =>
    session.query(
      `INSERT INTO mails (kind, mailbox, letter)
       SELECT kind, n || '@import.example', 'welcome' FROM generate_series(1, 1000) AS n, unnest(ARRAY['confirm', 'after']) AS kind`,
    ),
  'a letter to 1,000 people': (session) => addMails(session, 'announce', addresses(1_000)),
}

test.for(
  Object.keys(FLOODS).flatMap((flood) =>
    [{}, { perDay: 100 }].map((quotas) => [flood, quotas] as const),
  ),
)(
  'after %s, a visitor gets the confirmation within thirty seconds, with quotas %o',
  async ([flood, quotas]) => {
    const session = await newInstallation()
    await FLOODS[flood]?.(session)
    await sendFor(session, quotas, 60)
    for (const name of ['first', 'second']) {
      await arrive(
        session,
        name,
        networks(1, 1).map(() => networkHasher()('203.0.113.7')),
      )
      const sent = await sendFor(session, quotas, 30)
      expect(sent.map(({ mailbox }) => mailbox)).toContain(`${name}1@flood.example`)
    }
  },
)

test('a person who asks again moves ahead of earlier requests, even if an import had queued the email', async () => {
  const session = await newInstallation()
  await arrive(session, 'early', networks(1, 1))
  await addMails(session, 'confirm', ['imported1@flood.example'])
  await session.query("UPDATE mails SET class = 'bulk' WHERE mailbox LIKE 'imported%'")
  await addPerson(session, { email: 'imported1@flood.example', confirmed_at: null })
  await arrive(session, 'late', networks(300, 300))
  await wait(session)
  for (const name of ['early', 'imported']) await arrive(session, name, networks(1, 1), true)
  const [first, second] = await sendAll(session, {}, 10)
  expect([first?.mailbox, second?.mailbox]).toEqual([
    'imported1@flood.example',
    'early1@flood.example',
  ])
})

test('the emails that a network requested in the last day count toward its limit, even if its forms arrive slowly', async () => {
  const session = await newInstallation()
  const [network = ''] = networks(1, 1)
  const quotas = { perDay: 100 }
  for (let n = 0; n < 12; n += 1) {
    await arrive(session, `slow${n}.`, [network])
    await sendAll(session, quotas)
    await pass(session, '2 hours')
  }
  expect(
    await session.query('SELECT count(*)::integer, class FROM mails GROUP BY class ORDER BY class'),
  ).toEqual([
    { count: 10, class: 'asked' },
    { count: 2, class: 'crowd' },
  ])
})

test('neither a network’s emails from more than a day ago nor a withdrawn flood counts toward its limit', async () => {
  const session = await newInstallation()
  const [network = ''] = networks(1, 1)
  await arrive(session, 'early', networks(30, 1).fill(network))
  await sendAll(session)
  await pass(session, '25 hours')
  await arrive(session, 'flood', networks(30, 1).fill(network))
  await session.query(
    "UPDATE mails SET state = 'withdrawn', ended_at = now() WHERE state = 'waiting'",
  )
  await arrive(session, 'visitor', [network])
  expect(await sendAll(session, { perHour: 30 })).toHaveLength(1)
  expect(await session.value("SELECT class FROM mails WHERE mailbox LIKE 'visitor%'")).toBe('asked')
})

test('one network’s emails in flight do not count toward another network’s limit', async () => {
  const session = await newInstallation()
  await arrive(session, 'one', networks(20, 1))
  for (let n = 0; n < 2; n += 1) await claim(session)
  await arrive(session, 'other', [networkHasher()('203.0.113.7')])
  const asked =
    "SELECT mailbox FROM mails WHERE state = 'sending' AND class = 'asked' AND mailbox LIKE 'other%'"
  await claim(session)
  expect(await session.query(asked)).toHaveLength(1)
})

test('a worker whose lease has expired cannot change an email that another worker took over', async () => {
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

test('a lost worker’s share of a limit is free again once its leases have expired', async () => {
  const session = await newInstallation()
  await addMails(session, 'confirm', addresses(4))
  const quotas = { perHour: 2 }
  expect((await claim(session, quotas)).mails).toHaveLength(2)
  expect((await claim(session, quotas)).mails).toHaveLength(0)
  await makeDue(session)
  expect((await claim(session, quotas)).mails).toHaveLength(2)
})

test('two workers that take emails at the same time stay within the limit', async () => {
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
      if (text.includes('hash_of(mailbox)') && rest === undefined) {
        rest = claim(other, quotas)
        await Promise.race([rest, untilBlocked(here.url, 1)])
      }
      return here.query(text, values)
    },
  }
  expect((await claim(slow, quotas)).mails).toHaveLength(4)
  expect((await rest)?.mails).toEqual([])
})

test('an erasure while an email is being composed leaves no link to the person', async () => {
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
