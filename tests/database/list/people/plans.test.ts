import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { claimPlace } from '../../../../api/src/links/claim-place.ts'
import {
  confirmAddress,
  followLink,
  readFriends,
  readHeldData,
} from '../../../../api/src/links/follow.ts'
import { newToken } from '../../../../api/src/links/tokens.ts'
import { correct } from '../../../../api/src/list/people/correct.ts'
import { erase } from '../../../../api/src/list/people/erase.ts'
import { release } from '../../../../api/src/list/people/release.ts'
import { JOBS } from '../../../../api/src/list/retention.ts'
import { markUndeliverable } from '../../../../api/src/list/suppressions/bounces.ts'
import { wantAfter } from '../../../../api/src/mail/letters/after.ts'
import { invitePerson } from '../../../../api/src/mail/letters/invite.ts'
import { takeMails } from '../../../../api/src/mail/queue/take.ts'
import { find } from '../../../../api/src/owner/find.ts'
import { openDatabase } from '../../../../api/src/system/pool.ts'
import { openSession, type Session } from '../../../../api/src/system/session.ts'
import { claimEvents } from '../../../../api/src/worker/webhooks.ts'
import type { AfterLetter } from '../../../../letters/mail-templates.ts'
import { freshDatabase, select } from '../../../support/database.ts'
import { postgresUrl } from '../../../support/shared.ts'
import { TEMPLATES } from '../../../support/worker.ts'

/**
 * The number of people on the list, and in quarantine. Each has emails, an event, a link, a history entry and a
 * suppression. Small tables such as `hash_keys` are never analyzed, as in production.
 */
const PEOPLE = 10_000

/** The most rows that one operation may read from a table. */
const MANY = PEOPLE / 5

const FILL = `
  INSERT INTO people (email, mailbox, answers, confirmed_at)
  SELECT key, key, '{"first_name": "Ada"}', now() - interval '1 day'
  FROM generate_series(1, ${PEOPLE}) AS n, LATERAL (SELECT n || '@example.com' AS key) AS keys;
  INSERT INTO quarantine (email, mailbox, answers, honeypot, joined_at)
  SELECT 'bot.' || email, 'bot.' || mailbox, answers, 'x',
    now() - CASE WHEN random() < 0.01 THEN 31 ELSE 0 END * interval '1 day'
  FROM people;
  INSERT INTO mails (kind, mailbox, mailbox_hash, state, ended_at)
  SELECT 'after', mailbox, sha256(mailbox::bytea), 'sent', now() - interval '2 hours' FROM people;
  INSERT INTO mails (kind, mailbox, state, ended_at, code)
  SELECT 'invite', mailbox, 'sent', now() - interval '2 days', md5(mailbox) FROM people OFFSET 100;
  INSERT INTO mails (kind, mailbox) SELECT 'announce', mailbox FROM people;
  INSERT INTO mails (kind, mailbox, letter, due_at)
  SELECT 'announce', mailbox, 'later', now() + interval '1 day' FROM people;
  INSERT INTO events (event, mailbox) SELECT 'joined', mailbox FROM people;
  INSERT INTO links (token, mailbox) SELECT sha256(mailbox::bytea), mailbox FROM people;
  INSERT INTO history (command, mailbox_hash) SELECT 'correct', sha256(mailbox::bytea) FROM people;
  INSERT INTO suppressions (mailbox_hash, reason, key_id, at)
  SELECT sha256(mailbox::bytea), 'erased', hash_keys.id, now() FROM people, hash_keys;
  INSERT INTO after_letters VALUES ('question', '-infinity', now() - interval '12 hours');
  REFRESH MATERIALIZED VIEW places;
  ANALYZE places, people, quarantine, mails, events, links, history, suppressions`

let url = ''
beforeAll(async () => {
  url = await freshDatabase(postgresUrl(), 'migrated')
  await select(url, FILL)
})

/** Selects the number of rows read from each table, through table scans or index scans. */
const READ = `
  SELECT relname AS name, (seq_tup_read + sum(idx_tup_read))::integer AS rows
  FROM pg_stat_user_tables JOIN pg_stat_user_indexes USING (relid, relname)
  GROUP BY relid, relname, seq_tup_read`

/** Selects the other sessions on the database. */
const OTHERS = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`

async function rowsRead(): Promise<Map<string, number>> {
  const tables = await select<{ name: string; rows: number }>(url, READ)
  return new Map(tables.map(({ name, rows }) => [name, rows]))
}

async function linkOf(session: Session, mailbox: string): Promise<string> {
  const { token, hash } = newToken()
  await session.query('INSERT INTO links (token, mailbox) VALUES ($1, $2)', [hash, mailbox])
  return token
}

const QUESTION: AfterLetter = {
  ...{ name: 'question', days: 0, until: 'invited', where: [] },
  ...TEMPLATES.remind,
}

const byLink =
  (follow: (database: ReturnType<typeof openDatabase>, token: string) => Promise<unknown>) =>
  async (session: Session, mailbox: string) => {
    const database = openDatabase(url, () => {})
    expect(await follow(database, await linkOf(session, mailbox))).toBeTruthy()
    await database.close()
  }

const OPERATIONS: Record<string, (session: Session, mailbox: string) => Promise<unknown>> = {
  'find a person': find,
  'correct an answer': (session, key) => correct(session, key, { first_name: 'Grace' }),
  'erase a person': erase,
  'release a person': (session, key) => release(session, `bot.${key}`),
  'invite a person': (session, key) => invitePerson(session, key, 14),
  'claim an invitation’s place': async () => {
    const database = openDatabase(url, () => {})
    const [last] = await select<{ code: string }>(url, 'SELECT max(code) AS code FROM mails')
    expect(await claimPlace(database, last?.code ?? '', 14)).toBeTruthy()
    await database.close()
  },
  'mark an address as unreachable': markUndeliverable,
  'confirm through a link': byLink((database, token) => confirmAddress(database, token, false)),
  'leave through a link': byLink((database, token) => followLink(database, 'leave_by_link', token)),
  'erase through a link': byLink((database, token) => followLink(database, 'erase_by_link', token)),
  'show data through a link': byLink(readHeldData),
  'show the place in line through a link': byLink(readFriends),
  'queue letters after the confirmation': (session) => wantAfter(session, [QUESTION]),
  'claim emails to send': (session) => takeMails(session, {}, 10),
  'claim webhooks to send': (session) => claimEvents(session),
  'delete old quarantined signups': async (session) => JOBS[0]?.run(session, { canSend: true }),
}

test.each(Object.entries(OPERATIONS).map(([name, run], n) => [name, run, n + 1] as const))(
  'to %s, the database reads few rows, however many people are on the list',
  async (_name, run, n) => {
    const before = await rowsRead()
    const session = await openSession(url)
    // Postgres updates its statistics when a session ends.
    await run(session, `${n}@example.com`).finally(() => session.close())
    await expect.poll(() => select(url, OTHERS)).toEqual([])
    const after = await rowsRead()
    const read = [...after].map(([name, rows]) => [name, rows - (before.get(name) ?? 0)] as const)
    expect(read.filter(([, rows]) => rows > MANY)).toEqual([])
    expect(read.some(([, rows]) => rows > 0)).toBe(true)
  },
)

test('everyone’s suppressions are found with one join, not by comparing each person with each suppression', async () => {
  const [all, count] = [await freshDatabase(postgresUrl(), 'migrated'), 20_000]
  // There are no statistics, as in a restore's transaction.
  await select(
    all,
    `ALTER TABLE people SET (autovacuum_enabled = off);
     ALTER TABLE suppressions SET (autovacuum_enabled = off);
     INSERT INTO people (email, mailbox, answers)
     SELECT n || '@Example.com', n || '@example.com', '{}' FROM generate_series(1, ${count}) AS n;
     INSERT INTO suppressions (mailbox_hash, reason, key_id, at)
     SELECT hash_of(mailbox), 'left', id, now() FROM people, hash_keys`,
  )
  const session = await openSession(all)
  onTestFinished(() => session.close())
  // The join takes a fifth of a second. 800 million comparisons would take minutes.
  await session.query("SET statement_timeout = '60s'")
  const found = await session.value(
    'SELECT count(left_at)::integer FROM suppressions_of(ARRAY(SELECT mailbox FROM people))',
  )
  expect(found).toBe(count)
}, 120_000)
