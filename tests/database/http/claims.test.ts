import { randomUUID } from 'node:crypto'
import { CLICKED, LINK_PATHS, QUESTION_NAMES, TOKEN, WAITLIST_PATH } from '@ad-kit/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, onTestFinished } from 'vitest'
import { groupOf } from '../../../api/src/list/people/groups.ts'
import { list as listPeople } from '../../../api/src/list/people/people.ts'
import { stats } from '../../../api/src/list/stats/stats.ts'
import { openSession, type Session } from '../../../api/src/system/session.ts'
import { WEEK } from '../../../api/src/worker/notices.ts'
import { claimEvents } from '../../../api/src/worker/webhooks.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { dropDatabase, freshDatabase } from '../../support/database.ts'
import { createToken } from '../../support/links.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { SPOILINGS } from '../../support/spoilings.ts'
import { blocked, hold, untilBlocked } from '../support/locks.ts'
import { addPerson, addSending } from '../support/mailing.ts'
import { comparable, expectError } from '../support/responses.ts'
import { appWith, test as base } from '../support/test.ts'
import { backedUp, restored } from '../support/transfers.ts'

const KEY = 'a-key-that-no-other-program-has-1'

const test = base.extend('app', { scope: 'file' }, appWith({ CLAIM_KEY: KEY }))

const claim = ({ http }: Pick<TestApp, 'http'>, code: unknown, key = KEY) =>
  http.post('/api/claims').set('authorization', `Bearer ${key}`).send({ code })

/** The questions that `addPerson` does not answer. */
const NOT_ANSWERED = QUESTION_NAMES.filter(
  (name) => !['first_name', 'last_name', 'email', 'role'].includes(name),
)

const newCode = (): string => randomUUID().replaceAll('-', '')

/** Invites a new person. Returns the address and the invitation's code. */
async function invited(here: Session) {
  const email = await addPerson(here, { source: 'podcast', joined_at: '2026-01-01' })
  const code = newCode()
  const id = await addSending(here, { kind: 'invite', mailbox: email, state: 'sent' })
  await here.query('UPDATE mails SET code = $2 WHERE id = $1', [id, code])
  return { email, code }
}

/** Moves an invitation and its first claim into the past. */
async function age(here: Session, code: string, time: string): Promise<void> {
  await here.query(
    'UPDATE mails SET wanted_at = wanted_at - $2::interval, ended_at = ended_at - $2::interval WHERE code = $1',
    [code, time],
  )
  await here.query(
    `UPDATE people SET claimed_at = claimed_at - $2::interval
     WHERE mailbox = (SELECT mailbox FROM mails WHERE code = $1)`,
    [code, time],
  )
}

/** Starts another API on the same database, with new connections. */
async function secondApp({ databaseUrl }: TestApp): Promise<TestApp> {
  const app = await startApp(databaseUrl, { CLAIM_KEY: KEY })
  onTestFinished(() => app.close())
  return app
}

const statusOf = async (app: TestApp, code: string) => (await claim(app, code)).status

test('the first claim of a code is marked as first, and a repeated claim returns the same person without an event', async ({
  app,
  list: { session },
}) => {
  const { email, code } = await invited(session)
  const first = await claim(app, code)
  expect(first.status).toBe(200)
  expect(first.body).toMatchObject({
    email,
    first_name: 'Ada',
    ...Object.fromEntries(NOT_ANSWERED.map((name) => [name, null])),
    source: 'podcast',
    joined_at: '2026-01-01T00:00:00.000Z',
    invited_at: expect.any(String),
    claimed_at: expect.any(String),
    first: true,
  })
  expect((await claim(app, code)).body).toEqual({ ...first.body, first: false })
  expect(await session.query('SELECT event FROM events WHERE mailbox = $1', [email])).toEqual([
    { event: 'claimed' },
  ])
})

test('when two processes claim a code at the same time, only one claim counts as the first and queues a webhook', async ({
  app,
  list: { session },
}) => {
  const { email, code } = await invited(session)
  const second = await secondApp(app)
  const release = await hold(app.databaseUrl, 'SELECT FROM people FOR UPDATE')
  const both = Promise.all([claim(app, code), claim(second, code)])
  await untilBlocked(app.databaseUrl, 2)
  await release()
  const responses = await both
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  const [one, other] = responses.map(({ body: { first, ...person } }) => ({ first, person }))
  expect([one?.first, other?.first].toSorted()).toEqual([false, true])
  expect(one?.person).toEqual(other?.person)
  const worker = await openSession(app.databaseUrl)
  const taken = await Promise.all([session, worker].map((each) => claimEvents(each, 100)))
  await worker.close()
  expect(taken.flat().filter(({ mailbox }) => mailbox === email)).toHaveLength(1)
})

test('every code that cannot claim a place gets the same 404', async ({
  app,
  list: { session },
}) => {
  const unknown = await claim(app, newCode())
  expectError(unknown, 404, 'CODE_UNKNOWN')
  const expired = await invited(session)
  await age(session, expired.code, '16 days')
  const withdrawn = await invited(session)
  await session.query("UPDATE mails SET state = 'withdrawn' WHERE code = $1", [withdrawn.code])
  const left = await invited(session)
  await session.query("SELECT suppress($1, 'left')", [left.email])
  const erased = await invited(session)
  await session.query('SELECT erase($1)', [erased.email])
  const used = await invited(session)
  await claim(app, used.code)
  await age(session, used.code, '2 days')
  for (const { code } of [expired, withdrawn, left, erased, used]) {
    expect(comparable(await claim(app, code))).toEqual(comparable(unknown))
  }
  for (const code of ['', '\0', "' OR true --", 'x'.repeat(300)]) {
    expect(comparable(await claim(app, code))).toEqual(comparable(unknown))
  }
})

test('an invitation works until its last day has ended in every time zone', async ({
  app,
  list: { session },
}) => {
  const end = "SELECT end_of(last_day('2026-11-28T23:59:59Z', 14)) AS at"
  expect(await session.query(end)).toEqual([{ at: new Date('2026-12-13T12:00:00Z') }])
  const { code } = await invited(session)
  /** Dates the invitation this many days before the current date in UTC-12, the time zone that is furthest behind. */
  const send = (days: number) =>
    session.query(
      `UPDATE mails SET ended_at = date_trunc('day', now() AT TIME ZONE '-12:00'::interval) AT TIME ZONE 'UTC'
         - make_interval(days => $2) WHERE code = $1`,
      [code, days],
    )
  await send(15)
  expect(await statusOf(app, code)).toBe(404)
  await send(14)
  expect(await statusOf(app, code)).toBe(200)
})

test('a claimed code works for a day after the first claim, but not after its last day', async ({
  app,
  list: { session },
}) => {
  const { code } = await invited(session)
  const { body } = await claim(app, code)
  await age(session, code, '23 hours 59 minutes')
  expect((await claim(app, code)).body).toMatchObject({ email: body.email, first: false })
  await age(session, code, '2 minutes')
  expect(await statusOf(app, code)).toBe(404)
  const late = await invited(session)
  expect(await statusOf(app, late.code)).toBe(200)
  await session.query("UPDATE mails SET ended_at = now() - interval '400 days' WHERE code = $1", [
    late.code,
  ])
  expect(await statusOf(app, late.code)).toBe(404)
})

test.for([...SPOILINGS, ['capitals', (code: string) => code.toUpperCase()] as const])(
  'a code with %s claims its place',
  async ([_, spoil], { app, list: { session } }) => {
    const { email, code } = await invited(session)
    expect((await claim(app, spoil(code.slice(1)))).status).toBe(404)
    expect((await claim(app, spoil(code))).body).toMatchObject({ email, first: true })
  },
)

test('an invitation’s code does not appear on any page or in the person’s data file', async ({
  app,
  list: { session },
}) => {
  const { email, code } = await invited(session)
  const token = await createToken(app.databaseUrl, email)
  const data = (accept: string, body = '') =>
    app.http
      .post(LINK_PATHS.data)
      .query({ [TOKEN]: token })
      .set({ accept, 'content-type': 'application/x-www-form-urlencoded' })
      .send(body)
  for (const [accept, body] of [['text/html'], ['application/json'], ['*/*', 'as=file']] as const) {
    const { status, text } = await data(accept, body)
    expect(status, accept).toBe(200)
    expect(text, accept).toContain(email)
    expect(text, accept).not.toContain(code)
  }
  expect(
    await session.query('SELECT people.invite_code FROM people WHERE email = $1', [email]),
  ).toEqual([{ invite_code: code }])
})

describe('while the people table is locked', () => {
  const lock = 'LOCK TABLE people'

  test('an unknown code gets 404 without waiting for the lock', async ({ app }) => {
    // New connections have not read the table's columns yet.
    const fresh = await secondApp(app)
    const release = await hold(app.databaseUrl, lock)
    onTestFinished(release)
    expectError(await claim(fresh, newCode()), 404, 'CODE_UNKNOWN')
  })

  test('claims that wait for the lock do not delay signups', async ({ app, list: { session } }) => {
    const codes: string[] = []
    for (let n = 0; n < 12; n += 1) codes.push((await invited(session)).code, newCode())
    const fresh = await secondApp(app)
    const release = await hold(app.databaseUrl, lock)
    onTestFinished(release)
    const claims = Promise.all(codes.map((code) => claim(fresh, code)))
    await expect.poll(() => blocked(app.databaseUrl)).not.toHaveLength(0)
    const signups = await Promise.all(
      Array.from({ length: 10 }, () => fresh.http.post(WAITLIST_PATH).send(bodyOf(newPerson()))),
    )
    expect(signups.map(({ status }) => status)).toEqual(signups.map(() => 201))
    await release()
    await claims
  })
})

test('a claim during an outage gets 503, and succeeds later', async ({
  app,
  list: { session },
}) => {
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
  expect((await claim(app, code)).body).toEqual({ ...body, first: false })
})

test('a person who claimed a place is not invited again', async ({ app, list: { session } }) => {
  const { email, code } = await invited(session)
  await claim(app, code)
  await session.query('DELETE FROM mails WHERE code = $1', [code])
  expect(await session.query('SELECT FROM line WHERE mailbox = $1', [email])).toEqual([])
})

test('stats, list and the weekly numbers show claimed places', async ({
  app,
  list: { session },
}) => {
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

test('a claim without a code gets 400 and has no effect', async ({ app }) => {
  expectError(await claim(app, undefined), 400, 'REQUEST_MALFORMED')
  expectError(await claim(app, 1), 400, 'REQUEST_MALFORMED')
})

test('without CLAIM_KEY, the API has no endpoint for claims', async ({ app }) => {
  const closed = await startApp(app.databaseUrl)
  try {
    expectError(await claim(closed, 'x'), 404, 'NOT_FOUND')
  } finally {
    await closed.close()
  }
})

test('wrong keys get 401 and then 429, and the right key still gets 200', async ({
  app,
  list: { session },
}) => {
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

test('a person who leaves or is erased while a claim waits does not get a place', async ({
  app,
  list: { session },
}) => {
  for (const change of ["SELECT suppress($1, 'left')", 'SELECT erase($1)']) {
    const { email, code } = await invited(session)
    const status = await session.transaction(async () => {
      await session.query(change, [email])
      const waiting = statusOf(app, code)
      // The promise is wrapped in an object, so that the transaction does not wait for the response.
      return { waiting, blocked: await untilBlocked(app.databaseUrl, 1) }
    })
    expect(await status.waiting, change).toBe(404)
  }
})

test('an invitation sent before a person left cannot be claimed after the person has come back', async ({
  app,
  list,
}) => {
  const { session } = list
  const { email, code } = await invited(session)
  await session.query("SELECT suppress($1, 'left')", [email])
  await list.join({ email })
  const token = await createToken(app.databaseUrl, email)
  await app.http
    .post(LINK_PATHS.confirm)
    .query({ [TOKEN]: token })
    .type('application/x-www-form-urlencoded')
    .send(`${CLICKED}=`)
  expect(
    await session.query('SELECT left_at, confirmed_at FROM people WHERE mailbox = $1', [email]),
  ).toEqual([{ left_at: null, confirmed_at: expect.any(Date) }])
  expect(await statusOf(app, code)).toBe(404)
})

test('an invitation that reached its person can be claimed after a bounce or a complaint', async ({
  app,
  list: { session },
}) => {
  for (const reason of ['bounced', 'complained']) {
    const { email, code } = await invited(session)
    await session.query('SELECT suppress($1, $2)', [email, reason])
    expect((await claim(app, code)).body, reason).toMatchObject({ email, first: true })
  }
})

test('an invitation can be claimed before the worker has recorded that it was sent', async ({
  app,
  list: { session },
}) => {
  const { code } = await invited(session)
  await session.query("UPDATE mails SET state = 'sending', ended_at = NULL WHERE code = $1", [code])
  expect(await statusOf(app, code)).toBe(200)
})

test('restoring a backup from before a claim keeps the claim, and brings the code to another installation', async ({
  app,
  list: { session },
  postgresUrl,
}) => {
  const { email, code } = await invited(session)
  const before = await backedUp(session)
  const { body } = await claim(app, code)
  await restored(session, before)
  expect((await claim(app, code)).body).toEqual({ ...body, first: false })
  const after = await backedUp(session)

  const there = await freshDatabase(postgresUrl, 'migrated')
  const other = await openSession(there)
  const moved = await startApp(there, { CLAIM_KEY: KEY })
  onTestFinished(async () => {
    await moved.close()
    await other.close()
    await dropDatabase(there)
  })
  await restored(other, before)
  expect((await claim(moved, code)).body).toMatchObject({ email, first: true })
  await restored(other, after)
  expect((await claim(moved, code)).body).toMatchObject({ email, first: false })
})

test('the API description explains the response to a claim', async ({ app }) => {
  const { body } = await app.http.get('/api/openapi.json')
  expect((await new Validator().validate(body)).errors).toBeUndefined()
  const { schema } = body.paths['/api/claims'].post.responses['200'].content['application/json']
  expect(schema.properties.first).toEqual({ type: 'boolean', description: expect.any(String) })
})
