import { RESEND_PATH, signupAddress, WAITLIST_PATH, type WaitlistForm } from '@ad-kit/contract'
import { describe, expect, onTestFinished } from 'vitest'
import { fold } from '../../../../api/src/list/inbox/fold.ts'
import { erase } from '../../../../api/src/list/people/erase.ts'
import { openSession } from '../../../../api/src/system/session.ts'
import type { TestApp } from '../../../support/app.ts'
import { select } from '../../../support/database.ts'
import { bodyOf, FREE_TEXT, newPerson, UNANSWERED } from '../../../support/people.ts'
import { test } from '../../support/test.ts'

async function send(app: TestApp, form: Partial<WaitlistForm>, source?: string): Promise<void> {
  const path = source === undefined ? WAITLIST_PATH : signupAddress(source)
  expect((await app.http.post(path).send(bodyOf(form))).status).toBe(201)
}

const openOwner = async (app: TestApp) => {
  const session = await openSession(app.databaseUrl)
  onTestFinished(() => session.close())
  return session
}

const personAt = async (app: TestApp, key: string) =>
  (await app.people()).find(({ mailbox }) => mailbox === key)

const mailsOf = (app: TestApp, key: string) =>
  select(app.databaseUrl, 'SELECT kind, state FROM mails WHERE mailbox = $1', [key])

describe('until an address is confirmed', () => {
  test('an unconfirmed person’s latest form sets the answers, the source, the consent and the spelling', async ({
    app,
  }) => {
    const attacker = newPerson({ email: 'victim.one@example.com', [FREE_TEXT]: 'Buy now' })
    await send(app, attacker, 'bcdfghjklm')
    const first = await personAt(app, 'victim.one@example.com')
    await send(app, { ...attacker, ...UNANSWERED, email: 'Victim.One@example.com' }, ' newsletter ')
    const person = await personAt(app, 'victim.one@example.com')
    expect(person).toMatchObject({
      email: 'Victim.One@example.com',
      source: 'newsletter',
      joined_at: first?.joined_at,
    })
    for (const name of Object.keys(UNANSWERED)) expect(person).not.toHaveProperty(name)
    await send(app, attacker)
    expect(await personAt(app, 'victim.one@example.com')).toMatchObject({ source: null })
  })

  test('if several forms are folded together, the latest one sets the answers', async ({ app }) => {
    const person = newPerson()
    for (const text of ['First', 'Second', 'Third'])
      await send(app, { ...person, [FREE_TEXT]: text })
    expect(await personAt(app, person.email)).toMatchObject({ [FREE_TEXT]: 'Third' })
  })

  test('an earlier form that is folded later does not replace anything', async ({ app }) => {
    const person = newPerson()
    await send(app, person)
    const before = await personAt(app, person.email)
    await select(
      app.databaseUrl,
      `INSERT INTO inbox (email, mailbox, answers, consent, source, sent_at)
       VALUES (upper($1), $1, '{"company": "Earlier"}', 'earlier', 'ads', now() - interval '1 minute')`,
      [person.email],
    )
    expect(await personAt(app, person.email)).toEqual(before)
  })

  test('twenty tagged addresses of one mailbox are one person, who gets one email', async ({
    app,
  }) => {
    const tags = Array.from({ length: 20 }, (_, tag) => `tagged+${tag}@example.com`)
    await Promise.all(tags.map((email) => send(app, newPerson({ email }))))
    const people = (await app.people()).filter(({ email }) => email.startsWith('tagged'))
    expect(people).toMatchObject([{ mailbox: 'tagged@example.com' }])
    expect(await mailsOf(app, 'tagged@example.com')).toEqual([
      { kind: 'confirm', state: 'waiting' },
    ])
  })

  test('a request for another confirmation leaves the person unchanged', async ({ app }) => {
    const person = newPerson()
    await send(app, person)
    const before = await personAt(app, person.email)
    await app.http.post(RESEND_PATH).send({ email: person.email.toUpperCase() })
    expect(await personAt(app, person.email)).toEqual(before)
  })
})

test('a form does not change a person who has confirmed', async ({ app }) => {
  const person = newPerson()
  await send(app, person, 'press')
  await personAt(app, person.email)
  await select(app.databaseUrl, 'UPDATE people SET confirmed_at = now() WHERE mailbox = $1', [
    person.email,
  ])
  const before = await personAt(app, person.email)
  await send(app, { ...person, [FREE_TEXT]: 'Other', email: person.email.toUpperCase() }, 'ads')
  expect(await personAt(app, person.email)).toEqual(before)
})

test('strangers’ forms trigger at most one email a day to a person who has confirmed', async ({
  app,
}) => {
  const person = newPerson()
  const asked = async (): Promise<number> => {
    await send(app, person)
    await app.people()
    const mails = await mailsOf(app, person.email)
    return mails.filter(({ state }) => state === 'waiting').length
  }
  const change = (sql: string) => select(app.databaseUrl, sql, [person.email])
  const deliver = () =>
    change(
      "UPDATE mails SET state = 'sent', ended_at = now() WHERE mailbox = $1 AND state = 'waiting'",
    )
  expect(await asked()).toBe(1)
  await deliver()
  await change('UPDATE people SET confirmed_at = now() WHERE mailbox = $1')
  await change(
    "INSERT INTO mails (kind, mailbox, state, ended_at) VALUES ('invite', $1, 'sent', now())",
  )
  expect(await asked(), 'the first form since the confirmation').toBe(1)
  await deliver()
  for (let times = 0; times < 3; times += 1) expect(await asked()).toBe(0)
  await change("UPDATE mails SET ended_at = ended_at - interval '25 hours' WHERE mailbox = $1")
  await change("UPDATE people SET confirmed_at = now() - interval '26 hours' WHERE mailbox = $1")
  expect(await asked(), 'a day later').toBe(1)
})

test('a person who has not confirmed and asks again on the same day gets another email', async ({
  app,
}) => {
  const { email, ...answers } = newPerson()
  for (const _ of ['first', 'again']) {
    await send(app, { email, ...answers })
    await app.people()
    expect(await mailsOf(app, email)).toContainEqual({ kind: 'confirm', state: 'waiting' })
    const sent = "UPDATE mails SET state = 'sent', ended_at = now() WHERE mailbox = $1"
    await select(app.databaseUrl, sent, [email])
  }
})

test('only a person’s first form triggers a webhook, and only if there is a receiver', async ({
  app,
}) => {
  const owner = await openOwner(app)
  const eventsAfter = async (person: WaitlistForm, events: boolean) => {
    await send(app, person)
    await fold(owner, { events })
    const sent = "UPDATE events SET state = 'sent' WHERE mailbox = $1 RETURNING event"
    return select(app.databaseUrl, sent, [person.email])
  }
  expect(await eventsAfter(newPerson(), false)).toEqual([])
  const person = newPerson()
  for (const _ of ['first', 'again'])
    expect(await eventsAfter(person, true)).toEqual([{ event: 'joined' }])
})

describe('folding forms', () => {
  test('two workers and a command that fold at the same time process each form once', async ({
    app,
  }) => {
    const forms = Array.from({ length: 300 }, () => newPerson())
    await Promise.all(forms.map((form) => send(app, form)))
    const owner = await openOwner(app)
    const others = [await openOwner(app), await openOwner(app)]
    await Promise.all([owner, ...others].map((each) => fold(each, { events: false })))
    expect(await select(app.databaseUrl, 'SELECT FROM inbox')).toEqual([])
    const keys = forms.map(({ email }) => email)
    for (const table of ['people', 'mails']) {
      const sql = `SELECT FROM ${table} WHERE mailbox = ANY ($1)`
      expect(await owner.query(sql, [keys]), table).toHaveLength(300)
    }
  })

  test('a form with a filled-in honeypot is quarantined, and its address is not emailed', async ({
    app,
  }) => {
    const bot = newPerson({ website: 'x' })
    await send(app, bot)
    expect(await app.quarantined()).toContainEqual(
      expect.objectContaining({ email: bot.email, honeypot: 'x' }),
    )
    expect(await personAt(app, bot.email)).toBeUndefined()
    expect(await mailsOf(app, bot.email)).toEqual([])
  })

  test('a founder whose name and shop look like domains is listed', async ({ app }) => {
    const founder = newPerson({
      first_name: 'R.Anand',
      last_name: 'St.Clair',
      [FREE_TEXT]: 'acme.co',
    })
    await send(app, founder)
    expect(await personAt(app, founder.email)).toMatchObject({ [FREE_TEXT]: 'acme.co' })
    expect(await mailsOf(app, founder.email)).toEqual([{ kind: 'confirm', state: 'waiting' }])
    expect(await app.quarantined()).not.toContainEqual(
      expect.objectContaining({ email: founder.email }),
    )
  })
})

test.for(['bounced', 'left'] as const)(
  'a mailbox that has %s gets no email after an erasure and another signup',
  async (reason, { app }) => {
    const person = newPerson()
    await send(app, person)
    await app.people()
    await select(app.databaseUrl, 'SELECT suppress($1, $2)', [person.email, reason])
    expect(await erase(await openOwner(app), person.email)).toBe(1)
    await send(app, person)
    expect(await personAt(app, person.email)).toMatchObject({
      [reason === 'left' ? 'left_at' : 'undeliverable_at']: expect.any(Date),
    })
    expect(await mailsOf(app, person.email)).toEqual([])
  },
)

test('an erased person can join again even if the clock is a day behind', async ({ app }) => {
  const person = newPerson()
  const owner = await openOwner(app)
  await send(app, person)
  await app.people()
  const later = "joined_at = now() + interval '1 day'"
  await select(app.databaseUrl, `UPDATE people SET ${later} WHERE mailbox = $1`, [person.email])
  expect(await erase(owner, person.email)).toBe(1)
  await send(app, person)
  await app.people()
  const sql = `SELECT joined_at > ended_at AND ended_at > now() + interval '23 hours' AS later
    FROM people JOIN suppressions_of(ARRAY[$1]) USING (mailbox)`
  expect(await select(app.databaseUrl, sql, [person.email])).toEqual([{ later: true }])
})

test('a transaction folds at most two thousand forms, so that other transactions do not wait for all of them', async ({
  app,
}) => {
  await select(
    app.databaseUrl,
    `INSERT INTO inbox (email, mailbox, answers)
     SELECT n || '@x.example', n || '@x.example', '{}' FROM generate_series(1, 2001) AS n`,
  )
  await fold(await openOwner(app), { events: false })
  const sql = `SELECT count(*)::integer AS people FROM people WHERE mailbox LIKE '%@x.example'
    GROUP BY xmin::text ORDER BY 1`
  expect(await select(app.databaseUrl, sql)).toEqual([{ people: 1 }, { people: 2_000 }])
})
