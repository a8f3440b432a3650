import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { groupOf } from '../../../api/src/list/groups.ts'
import { list as listPeople } from '../../../api/src/list/people.ts'
import { stats } from '../../../api/src/list/stats.ts'
import { openSession, type Session } from '../../../api/src/system/session.ts'
import { WEEK } from '../../../api/src/worker/notices.ts'
import { claimEvents } from '../../../api/src/worker/webhooks.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { hold, untilBlocked } from '../support/locks.ts'
import { addPerson, addSending } from '../support/mailing.ts'
import { comparable, expectError } from '../support/responses.ts'
import { appWith, test as base } from '../support/test.ts'

const KEY = 'a-key-that-no-other-program-has-1'

const test = base.extend('app', { scope: 'file' }, appWith({ CLAIM_KEY: KEY }))

const claim = ({ http }: Pick<TestApp, 'http'>, code: unknown, key = KEY) =>
  http.post('/api/claims').set('authorization', `Bearer ${key}`).send({ code })

/** Invites a new person some days ago. Returns the code of the invitation. */
async function invited(here: Session, daysAgo = 0) {
  const email = await addPerson(here, { source: 'podcast', joined_at: '2026-01-01' })
  const code = randomUUID().replaceAll('-', '')
  const id = await addSending(here, { kind: 'invite', email_key: email, state: 'sent' })
  await here.query(
    `UPDATE mails SET code = $2, wanted_at = now() - make_interval(days => $3),
       ended_at = now() - make_interval(days => $3) WHERE id = $1`,
    [id, code, daysAgo],
  )
  return { email, code }
}

test('a repeated claim gets the same response and no event', async ({ app, list: { session } }) => {
  const { email, code } = await invited(session)
  const first = await claim(app, code)
  expect(first.status).toBe(200)
  expect(first.body).toMatchObject({
    email,
    first_name: 'Ada',
    company: null,
    source: 'podcast',
    joined_at: '2026-01-01T00:00:00.000Z',
    invited_at: expect.any(String),
    claimed_at: expect.any(String),
  })
  expect((await claim(app, code)).body).toEqual(first.body)
  expect(await session.query('SELECT event FROM events WHERE email_key = $1', [email])).toEqual([
    { event: 'claimed' },
  ])
})

test('two claims of one code at once queue one webhook', async ({ app, list: { session } }) => {
  const { email, code } = await invited(session)
  const release = await hold(app.databaseUrl, 'SELECT FROM people FOR UPDATE')
  const both = Promise.all([claim(app, code), claim(app, code)])
  await untilBlocked(app.databaseUrl, 2)
  await release()
  const [one, second] = await both
  expect(one.status).toBe(200)
  expect(second.body).toEqual(one.body)
  const other = await openSession(app.databaseUrl)
  const taken = await Promise.all([session, other].map((worker) => claimEvents(worker, 100)))
  await other.close()
  expect(taken.flat().filter(({ email_key }) => email_key === email)).toHaveLength(1)
})

test('a code that cannot claim a place gets the same 404', async ({ app, list: { session } }) => {
  const unknown = await claim(app, randomUUID().replaceAll('-', ''))
  expectError(unknown, 404, 'CODE_UNKNOWN')
  const expired = await invited(session, 15)
  const withdrawn = await invited(session)
  await session.query("UPDATE mails SET state = 'withdrawn' WHERE code = $1", [withdrawn.code])
  const left = await invited(session)
  await session.query("SELECT refuse($1, 'left')", [left.email])
  const erased = await invited(session)
  await session.query('SELECT erase($1)', [erased.email])
  for (const code of [expired, withdrawn, left, erased].map(({ code }) => code)) {
    expect(comparable(await claim(app, code))).toEqual(comparable(unknown))
  }
  for (const code of ['', '\0', "' OR true --", 'x'.repeat(300)]) {
    expect(comparable(await claim(app, code))).toEqual(comparable(unknown))
  }
})

test('a place can be claimed until the end of its last day', async ({ app, list: { session } }) => {
  const { code } = await invited(session, 14)
  const { status, body } = await claim(app, code)
  expect(status).toBe(200)
  await session.query("UPDATE mails SET ended_at = now() - interval '90 days' WHERE code = $1", [
    code,
  ])
  expect((await claim(app, code)).body.claimed_at).toBe(body.claimed_at)
})

test('a claim in an outage gets 503 and succeeds later', async ({ app, list: { session } }) => {
  const { code } = await invited(session)
  await session.transaction(async () => {
    await session.query('LOCK TABLE people')
    expectError(await claim(app, code), 503, 'UNAVAILABLE')
  })
  const allow = (connections: number) =>
    session.query(`DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT ${connections}', current_database());
      PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND usename <> current_user; END $$`)
  await allow(0)
  expectError(await claim(app, code), 503, 'UNAVAILABLE')
  expectError(await claim(app, code), 503, 'UNAVAILABLE')
  await allow(-1)
  const { status, body } = await claim(app, code)
  expect(status).toBe(200)
  expect((await claim(app, code)).body).toEqual(body)
})

test('a person who claimed a place is not invited again', async ({ app, list: { session } }) => {
  const { email, code } = await invited(session)
  await claim(app, code)
  await session.query('DELETE FROM mails WHERE code = $1', [code])
  expect(await session.query('SELECT FROM line WHERE email_key = $1', [email])).toEqual([])
})

test('stats, list and weekly numbers show claimed places', async ({ app, list: { session } }) => {
  const before = await stats(session)
  const { email, code } = await invited(session)
  await invited(session)
  await claim(app, code)
  const { invited: all, claimed } = await stats(session)
  expect([all, claimed]).toEqual([before.invited + 2, before.claimed + 1])
  const [newest] = await listPeople(session, { group: 'claimed', limit: 1 })
  expect(newest?.email).toBe(email)
  expect(newest && groupOf(newest)).toBe('claimed')
  const period = { since: '2026-01-05 00:00:00+00', until: '2026-01-12 00:00:00+00' }
  expect(await WEEK.text(session, period)).toContain(
    `; ${claimed} of ${all} invited people have claimed their place`,
  )
})

test('a body without a code gets 400, and claims nothing', async ({ app }) => {
  expectError(await claim(app, undefined), 400, 'REQUEST_MALFORMED')
  expectError(await claim(app, 1), 400, 'REQUEST_MALFORMED')
})

test('the API without CLAIM_KEY has no endpoint for claims', async ({ app }) => {
  const closed = await startApp(app.databaseUrl)
  try {
    expectError(await claim(closed, 'x'), 404, 'NOT_FOUND')
  } finally {
    await closed.close()
  }
})

test('wrong keys get 401, then 429, and the right key 200', async ({ app, list: { session } }) => {
  const { code } = await invited(session)
  const without = await app.http.post('/api/claims').send({ code })
  expectError(without, 401, 'KEY_WRONG')
  expect(without.headers['www-authenticate']).toBe('Bearer')
  for (let count = 1; count < 20; count += 1) {
    expectError(await claim(app, code, `${KEY}x`), 401, 'KEY_WRONG')
  }
  expectError(await claim(app, code, 'x'), 429, 'RATE_LIMITED')
  expect((await claim(app, code)).status).toBe(200)
})
