// Guards one-mailbox, newest-form, quarantine, sources, refusals-outlive, erasure, bounces.

import { signupAddress, WAITLIST_PATH, type WaitlistForm } from '@ad-kit/contract'
import { describe, expect, onTestFinished } from 'vitest'
import { openSession } from '../../../api/src/database/session.ts'
import { fold } from '../../../api/src/inbox/fold.ts'
import { erase } from '../../../api/src/people/erase.ts'
import type { TestApp } from '../../support/app.ts'
import { select } from '../../support/database.ts'
import { test } from '../../support/fixtures/database.ts'
import { bodyOf, newPerson } from '../../support/people.ts'

const NO_EVENTS = { events: false }

/** Sends a form, which nobody folds. */
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
  (await app.people()).find(({ email_key }) => email_key === key)

const confirm = (app: TestApp, key: string) =>
  select(app.databaseUrl, 'UPDATE people SET confirmed_at = now() WHERE email_key = $1', [key])

const mailsOf = (app: TestApp, key: string) =>
  select(app.databaseUrl, 'SELECT kind, state FROM mails WHERE email_key = $1', [key])

describe('until an address is confirmed', () => {
  test('the newest form decides about answers, source, consent and spelling, and the first about the place', async ({
    app,
  }) => {
    const attacker = newPerson({ email: 'victim.one@example.com', company: 'Buy now' })
    await send(app, attacker, 'bcdfghjklm')
    const first = await personAt(app, 'victim.one@example.com')
    await send(app, { ...attacker, email: 'Victim.One@example.com', company: '' }, ' newsletter ')
    const person = await personAt(app, 'victim.one@example.com')
    expect(person).toMatchObject({
      email: 'Victim.One@example.com',
      source: 'newsletter',
      joined_at: first?.joined_at,
    })
    expect(person).not.toHaveProperty('company')
    await send(app, attacker)
    expect(await personAt(app, 'victim.one@example.com')).toMatchObject({ source: null })
  })

  test('the newest of several forms that are folded together decides', async ({ app }) => {
    const person = newPerson()
    for (const company of ['First', 'Second', 'Third']) await send(app, { ...person, company })
    expect(await personAt(app, person.email)).toMatchObject({ company: 'Third' })
  })

  test('999 tags of a mailbox are one person with one waiting confirmation', async ({ app }) => {
    const tags = Array.from({ length: 37 }, (_, tag) => tag)
    for (const hundreds of tags.slice(0, 27)) {
      await Promise.all(
        tags.map((tag) => send(app, newPerson({ email: `tagged+${hundreds}.${tag}@example.com` }))),
      )
    }
    const people = (await app.people()).filter(({ email }) => email.startsWith('tagged'))
    expect(people).toMatchObject([{ email_key: 'tagged@example.com' }])
    expect(await mailsOf(app, 'tagged@example.com')).toEqual([
      { kind: 'confirm', state: 'waiting' },
    ])
  })

  test('a request for another confirmation changes nothing about the person', async ({ app }) => {
    const person = newPerson()
    await send(app, person)
    const before = await personAt(app, person.email)
    await app.http.post('/api/waitlist/confirmation').send({ email: person.email.toUpperCase() })
    expect(await personAt(app, person.email)).toEqual(before)
  })
})

describe('after an address is confirmed', () => {
  test('a form changes nothing', async ({ app }) => {
    const person = newPerson()
    await send(app, person, 'press')
    await personAt(app, person.email)
    await confirm(app, person.email)
    const before = await personAt(app, person.email)
    await send(app, { ...person, company: 'Other', email: person.email.toUpperCase() }, 'ads')
    expect(await personAt(app, person.email)).toEqual(before)
  })
})

describe('a fold', () => {
  test('moves each form once when two workers and a command fold together', async ({ app }) => {
    const forms = Array.from({ length: 300 }, () => newPerson())
    await Promise.all(forms.map((form) => send(app, form)))
    const owners = await Promise.all([1, 2, 3].map(() => openOwner(app)))
    await Promise.all(owners.map((owner) => fold(owner, NO_EVENTS)))
    expect(await select(app.databaseUrl, 'SELECT FROM inbox')).toEqual([])
    const keys = forms.map(({ email }) => email)
    const rows = (await app.people()).filter(({ email }) => keys.includes(email))
    expect(rows).toHaveLength(300)
    const mails = await select<{ email_key: string }>(
      app.databaseUrl,
      'SELECT email_key FROM mails',
    )
    expect(mails.filter(({ email_key }) => keys.includes(email_key))).toHaveLength(300)
  })

  test.for([
    ['the hidden field', { website: 'x' }, 'x'],
    ['a link in its company', { company: 'kiln.example' }, 'kiln.example'],
  ] as const)(
    'quarantines a form with %s, and wants no email for it',
    async ([_what, changes, honeypot], { app }) => {
      const bot = newPerson(changes)
      await send(app, bot)
      expect(await app.quarantined()).toContainEqual(
        expect.objectContaining({ email: bot.email, honeypot }),
      )
      expect(await personAt(app, bot.email)).toBeUndefined()
      expect(await mailsOf(app, bot.email)).toEqual([])
    },
  )
})

describe('a mailbox that was refused', () => {
  const refuse = (app: TestApp, key: string, reason: string) =>
    select(app.databaseUrl, 'SELECT refuse($1, $2)', [key, reason])

  test.for(['bounced', 'complained', 'left'] as const)(
    'gets no email after its row is erased and somebody signs it up again, if it has %s',
    async (reason, { app }) => {
      const person = newPerson()
      await send(app, person)
      await app.people()
      await refuse(app, person.email, reason)
      const owner = await openOwner(app)
      expect(await erase(owner, person.email)).toBe(1)
      await send(app, person)
      expect(await personAt(app, person.email)).toMatchObject({
        [reason === 'left' ? 'left_at' : 'undeliverable_at']: expect.any(Date),
      })
      expect(await mailsOf(app, person.email)).toEqual([])
    },
  )

  test('joins after an erasure, although the clock was set back', async ({ app }) => {
    const person = newPerson()
    await send(app, person)
    const owner = await openOwner(app)
    await app.people()
    await erase(owner, person.email)
    await select(app.databaseUrl, "UPDATE refusals SET at = now() + interval '1 day'")
    await send(app, person)
    await app.people()
    const [row] = await select(
      app.databaseUrl,
      'SELECT joined_at > ended_at AS later FROM people JOIN refusals_of(ARRAY[$1]) USING (email_key)',
      [person.email],
    )
    expect(row).toEqual({ later: true })
  })

  test('is erased, although its row is younger than the clock', async ({ app }) => {
    const person = newPerson()
    await send(app, person)
    await app.people()
    await select(
      app.databaseUrl,
      "UPDATE people SET joined_at = now() + interval '1 day' WHERE email_key = $1",
      [person.email],
    )
    const owner = await openOwner(app)
    expect(await erase(owner, person.email)).toBe(1)
    expect(await personAt(app, person.email)).toBeUndefined()
    const [row] = await select(
      app.databaseUrl,
      "SELECT ended_at > now() + interval '23 hours' AS later FROM refusals_of(ARRAY[$1])",
      [person.email],
    )
    expect(row).toEqual({ later: true })
  })
})
