import {
  CONSENT,
  RESEND_PATH,
  signupAddress,
  UNKNOWN_CONSENT,
  WAITLIST_PATH,
} from '@ad-kit/contract'
import { expect } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { select } from '../../support/database.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { comparable } from '../support/responses.ts'
import { test } from '../support/test.ts'

const JOINED = { status: 'joined' }

const join = (app: TestApp, body: object) => app.http.post(WAITLIST_PATH).send(body)
const rowsOf = async (app: TestApp, email: string) =>
  (await app.people()).filter((row) => row.mailbox === email.trim().toLowerCase())

test('a signup is stored as one row with the answers as typed', async ({ app }) => {
  const { website: _honeypot, ...person } = newPerson()
  const before = Date.now()
  const { status, body } = await app.http.post(signupAddress('press')).send(bodyOf(person))
  expect(status).toBe(201)
  expect(body).toEqual(JOINED)
  const [row, ...others] = await rowsOf(app, person.email)
  expect(others).toEqual([])
  expect(row).toEqual({
    mailbox: person.email,
    joined_at: expect.any(Date),
    corrected_at: null,
    consent: CONSENT.version,
    consented_at: row?.joined_at,
    source: 'press',
    confirmed_at: null,
    left_at: null,
    rejoined_at: null,
    pending_form: null,
    undeliverable_at: null,
    referral_code: null,
    claimed_at: null,
    ...person,
  })
  expect(row?.joined_at.getTime()).toBeGreaterThan(before - 60_000)
})

test('a person can join whatever the form’s query string contains', async ({ app }) => {
  for (const query of ['consent=x&source=%00', 'source=a&source=b&consent=1&consent=2', 'a[b]=c']) {
    const person = newPerson()
    const { status } = await app.http.post(`${WAITLIST_PATH}?${query}`).send(bodyOf(person))
    expect(status, query).toBe(201)
    const [row] = await rowsOf(app, person.email)
    expect(row, query).toMatchObject({ consent: UNKNOWN_CONSENT, source: null })
  }
})

test('a request cannot set database columns by naming them in its body', async ({ app }) => {
  const person = newPerson()
  await join(app, {
    ...bodyOf(person),
    joined_at: '2000-01-01',
    confirmed_at: '2000-01-01',
    consent: CONSENT.version,
    consented_at: '2000-01-01',
    source: 'press',
    answers: { first_name: 'Mallory' },
    admin: true,
  })
  const [row] = await rowsOf(app, person.email)
  expect(row).toMatchObject({
    first_name: person.first_name,
    confirmed_at: null,
    consent: UNKNOWN_CONSENT,
    source: null,
  })
  expect(row?.joined_at.getFullYear()).toBeGreaterThan(2000)
  expect(row).not.toHaveProperty('admin')
})

test('new, duplicate and quarantined signups get the same response', async ({ app }) => {
  const person = newPerson()
  const again = { ...person, email: ` ${person.email.toUpperCase()} `, first_name: 'Mary' }
  const [first, ...others] = [
    await join(app, bodyOf(person)),
    await join(app, bodyOf(again)),
    await join(app, bodyOf(newPerson({ website: 'https://example.com' }))),
  ].map(comparable)
  expect(others).toEqual([first, first])
  expect(await rowsOf(app, person.email)).toMatchObject([
    { email: person.email.toUpperCase(), first_name: 'Mary' },
  ])
})

test('an imported person’s first form records their consent', async ({ app }) => {
  const { email, ...person } = newPerson()
  await select(
    app.databaseUrl,
    "INSERT INTO people (email, mailbox, answers, joined_at, confirmed_at) VALUES ($1, $1, '{}', '2020-01-01', '2020-01-02')",
    [email],
  )
  await app.http.post(RESEND_PATH).send({ email })
  expect(await rowsOf(app, email)).toMatchObject([{ consent: null, consented_at: null }])

  await app.http.post(signupAddress()).send(bodyOf({ email, ...person }))
  const [row] = await rowsOf(app, email)
  expect(row).toMatchObject({ consent: CONSENT.version })
  expect(row?.['consented_at']).toEqual(expect.any(Date))
  expect(row?.['consented_at']).not.toEqual(row?.joined_at)

  await join(app, bodyOf({ email, ...person }))
  expect(await rowsOf(app, email)).toEqual([row])
})
