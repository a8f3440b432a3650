import { expect, inject, onTestFinished, test } from 'vitest'
import { openSession, type Session } from '../../../api/src/database/session.ts'
import { takeArrivals } from '../../../api/src/inbox/fold.ts'
import { networkHasher } from '../../../api/src/inbox/network.ts'
import { claimMails } from '../../../api/src/outbox/claim.ts'
import { finish, type Task } from '../../../api/src/outbox/leases.ts'
import { erase } from '../../../api/src/people/erase.ts'
import { markUndeliverable } from '../../../api/src/refusals/apply.ts'
import { freshDatabase } from '../../support/database.ts'

async function newSession(): Promise<Session> {
  const session = await openSession(await freshDatabase(inject('postgresUrl'), 'migrated'))
  onTestFinished(() => session.close())
  return session
}

const PER_HOUR = 100_000

/** People on the list, confirmed for kinds that need it. */
const addPeople = (session: Session, emails: readonly string[]) =>
  session.query(
    `INSERT INTO signups (email, email_key, answers, confirmed_at)
     SELECT email, email, '{}', now() FROM unnest($1::text[]) AS email ON CONFLICT DO NOTHING`,
    [emails],
  )

const addTasks = (session: Session, kind: string, emails: readonly string[]) =>
  session.query(
    `INSERT INTO tasks (kind, email_key) SELECT $1, email FROM unnest($2::text[]) AS email
     ON CONFLICT DO NOTHING`,
    [kind, emails],
  )

/** Claims and records as many mails as there are. */
async function sendAll(
  session: Session,
  perHour = PER_HOUR,
  atMost = Number.MAX_SAFE_INTEGER,
  perDay?: number,
) {
  const sent: Task[] = []
  for (;;) {
    const limit = Math.min(10, atMost - sent.length)
    const { tasks, more } = await claimMails(session, perHour, limit, perDay)
    for (const task of tasks) await finish(session, task, 'sent')
    sent.push(...tasks)
    if ((tasks.length === 0 && !more) || sent.length >= atMost) return sent
  }
}

const addresses = (count: number, addressOf: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => addressOf(n))

test.each([
  ['ada+shop@example.com', 'ada@example.com'],
  ['a.d.a+x@gmail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
  ['a_d-a.x+y@proton.me', 'adax@proton.me'],
  ['adax@pm.me', 'adax@proton.me'],
  ['ada@protonmail.com', 'ada@proton.me'],
  ['ada@me.com', 'ada@icloud.com'],
  ['ada@mac.com', 'ada@icloud.com'],
  ['a.d.a@example.com', 'a.d.a@example.com'],
  ['ada@live.com', 'ada@live.com'],
  ['+@example.com', '+@example.com'],
])('mail to %s goes to the mailbox %s', async (address, mailbox) => {
  const session = await newSession()
  expect(await session.query('SELECT mailbox_of($1) AS mailbox', [address])).toEqual([{ mailbox }])
})

test('one confirmation waits for each mailbox, and what exceeds its day is not sent later', async () => {
  const session = await newSession()
  const tags = addresses(1_000, (n) => `victim+${n}@gmail.com`)
  await addTasks(session, 'confirm', tags)
  expect(await session.query('SELECT FROM tasks')).toHaveLength(1)
  const days = [
    { mails: 1, hoursLater: 0 },
    { mails: 1, hoursLater: 0 },
    { mails: 1, hoursLater: 23 },
    { mails: 0, hoursLater: 2 },
    { mails: 1, hoursLater: 0 },
  ]
  for (const { mails, hoursLater } of days) {
    expect(await sendAll(session)).toHaveLength(mails)
    expect(await session.query('SELECT FROM tasks')).toEqual([])
    await session.query('UPDATE deliveries SET at = at - make_interval(hours => $1)', [hoursLater])
    await addTasks(session, 'confirm', ['v.ictim@googlemail.com'])
  }
})

test('an erasure and a failure count in the budget of the mailbox', async () => {
  const session = await newSession()
  await addPeople(session, ['ada@example.com'])
  for (const kind of ['invite', 'announce']) await addTasks(session, kind, ['ada@example.com'])
  const { tasks } = await claimMails(session, PER_HOUR, 10)
  for (const task of tasks) await finish(session, task, 'failed', '450')
  await erase(session, 'ada@example.com')
  await addTasks(session, 'confirm', ['ada@example.com'])
  expect(await sendAll(session)).toHaveLength(1)
  await addTasks(session, 'confirm', ['ada+again@example.com'])
  expect(await sendAll(session)).toHaveLength(0)
})

test('a bounce and a leaving end everything that waits for the mailbox', async () => {
  const session = await newSession()
  const people = ['ada@example.com', 'ada+b@example.com', 'bo@example.com']
  for (const end of ['bounce', 'leaving']) {
    await addPeople(session, people)
    await session.query('UPDATE signups SET invited_at = now()')
    await addTasks(session, 'invite', people)
    if (end === 'bounce') {
      await markUndeliverable(session, 'ada@example.com')
    } else {
      await session.query("INSERT INTO links (token, email_key) VALUES ('t', 'ada@example.com')")
      await session.query("SELECT leave_by_link('t')")
    }
    expect(await session.query("SELECT email_key FROM tasks WHERE kind = 'invite'")).toEqual([
      { email_key: 'bo@example.com' },
    ])
    expect(
      await session.query('SELECT email_key FROM signups WHERE invited_at IS NOT NULL'),
    ).toEqual([{ email_key: 'bo@example.com' }])
    await session.query('DELETE FROM signups')
    await session.query('DELETE FROM tasks')
  }
})

test('a day has a budget as well, of which a quarter is kept for confirmations', async () => {
  const session = await newSession()
  const people = addresses(100, (n) => `person.${n}@example.com`)
  await addPeople(session, people)
  const send = async (age: string) => {
    await session.query('UPDATE deliveries SET at = now() - $1::interval', [age])
    return (await sendAll(session, 100, Number.MAX_SAFE_INTEGER, 40)).map(({ kind }) => kind)
  }
  await addTasks(session, 'announce', people)
  expect(await send('0')).toEqual(Array(30).fill('announce'))
  expect(await send('23 hours')).toEqual([])
  await addTasks(session, 'confirm', people.slice(0, 20))
  expect(await send('23 hours')).toEqual(Array(10).fill('confirm'))
  expect(await send('23 hours')).toEqual([])
  expect((await send('25 hours')).sort()).toEqual([
    ...Array(30).fill('announce'),
    ...Array(10).fill('confirm'),
  ])
})

test('each kind of mail has a share of the hour that no other can use up', async () => {
  const session = await newSession()
  const people = addresses(200, (n) => `person.${n}@example.com`)
  await addPeople(session, people)
  const kinds = async (perHour: number) => {
    const counts: Record<string, number> = {}
    for (const { kind } of await sendAll(session, perHour)) counts[kind] = (counts[kind] ?? 0) + 1
    return counts
  }
  await addTasks(session, 'confirm', people)
  await addTasks(session, 'invite', people)
  await addTasks(session, 'announce', people)
  expect(await kinds(100)).toEqual({ confirm: 50, invite: 25, announce: 25 })

  // what a kind does not need is for the others, but for the share of the next signup
  await session.query('DELETE FROM deliveries')
  await session.query("DELETE FROM tasks WHERE kind <> 'announce'")
  expect(await kinds(100)).toEqual({ announce: 75 })
  await addTasks(
    session,
    'confirm',
    addresses(30, (n) => `late.${n}@example.com`),
  )
  expect(await kinds(100)).toEqual({ confirm: 25 })
})

test('a flood from one network or from 200 lets the next person wait for a few mails only', async () => {
  const session = await newSession()
  const hash = networkHasher()
  const arrive = async (email: string, address: string) => {
    await session.query(
      "INSERT INTO signups (email, email_key, answers) VALUES ($1, $1, '{}') ON CONFLICT DO NOTHING",
      [email],
    )
    await session.query(
      "INSERT INTO arrivals (email_key, network) VALUES ($1, decode($2, 'hex'))",
      [email, hash(address)],
    )
  }
  for (let n = 0; n < 500; n += 1) await arrive(`a${n}@flood.example`, `2001:db8:1:${n}::1`)
  for (let n = 0; n < 1_000; n += 1) await arrive(`b${n}@flood.example`, `198.18.${n % 200}.1`)
  while (await takeArrivals(session, false));
  // the flood has had its first turn of each network
  await sendAll(session, PER_HOUR, 201)
  await arrive('ada@example.com', '203.0.113.7')
  await takeArrivals(session, false)
  const sent = (await sendAll(session, PER_HOUR, 20)).map(({ email_key }) => email_key)
  expect(sent.indexOf('ada@example.com')).toBe(0)
})

/** The pages of tables and indexes that some work reads. */
async function pagesOf(session: Session, work: () => Promise<unknown>): Promise<number> {
  const pages = async () => {
    await session.query('SELECT pg_stat_force_next_flush()')
    const [row] = await session.query<{ pages: number }>(
      `SELECT sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::integer AS pages
       FROM pg_statio_user_tables`,
    )
    return row?.pages ?? Number.NaN
  }
  const before = await pages()
  await work()
  return (await pages()) - before
}

test('a thousand signups of one network are queued by one look at the turns of the network', async () => {
  const session = await newSession()
  const taken = (letter: string, network: string | null) => {
    const emails = addresses(1_000, (n) => `${letter}${n}@example.com`)
    return pagesOf(session, async () => {
      await addPeople(session, emails)
      await session.query(
        'INSERT INTO arrivals (email_key, network) SELECT email, $2 FROM unnest($1::text[]) AS email',
        [emails, network],
      )
      await takeArrivals(session, false)
    })
  }
  const withoutTurns = await taken('a', null)
  expect((await taken('b', '\\x01')) / withoutTurns).toBeLessThan(1.2)
})

test.each([
  ['one mailbox', (n: number) => `ada+${n}@example.com`],
  ['many', (n: number) => `person.${n}@example.com`],
])('a claim stays cheap while 50,000 mails of %s wait', async (_whose, addressOf) => {
  const session = await newSession()
  await addTasks(session, 'announce', addresses(50_000, addressOf))
  await session.query('ANALYZE')
  // to look at each of them once would read ten times as many
  const claim = () => claimMails(session, PER_HOUR, 10)
  expect(await pagesOf(session, claim)).toBeLessThan(5_000)
})

test('a claim stays cheap while 50,000 mails are planned for later', async () => {
  const session = await newSession()
  const planned = addresses(50_000, (n) => `person.${n}@example.com`)
  await addTasks(session, 'announce', planned)
  await session.query("UPDATE tasks SET due_at = now() + interval '1 day'")
  await session.query('VACUUM ANALYZE tasks')
  const claim = () => claimMails(session, PER_HOUR, 10)
  expect(await pagesOf(session, claim)).toBeLessThan(200)
})

test.each(['bounce', 'leaving'])(
  'a mail that is under way during a %s keeps its record',
  async (end) => {
    const session = await newSession()
    await addPeople(session, ['ada@example.com'])
    await session.query('UPDATE signups SET invited_at = now()')
    await addTasks(session, 'invite', ['ada@example.com'])
    const { tasks } = await claimMails(session, PER_HOUR, 10)
    if (end === 'bounce') await markUndeliverable(session, 'ada@example.com')
    else {
      await session.query("INSERT INTO links (token, email_key) VALUES ('t', 'ada@example.com')")
      await session.query("SELECT leave_by_link('t')")
    }
    for (const task of tasks) await finish(session, task, 'sent')
    expect(await session.query('SELECT kind FROM deliveries')).toEqual([{ kind: 'invite' }])
    expect(await session.query('SELECT FROM signups WHERE invited_at IS NOT NULL')).toHaveLength(1)
  },
)
