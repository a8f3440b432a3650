// Guards own-data, corrected-address.

import { expect } from 'vitest'
import { emailKey } from '../../../api/src/inbox/identity.ts'
import { type Answers, correct } from '../../../api/src/people/correct.ts'
import { find } from '../../../api/src/people/find.ts'
import { FIELDS } from '../../../contract/waitlist.ts'
import { test } from '../../support/fixtures/database.ts'
import type { List } from '../../support/list.ts'
import { queued, sendMail } from '../../support/program/installations.ts'

const keyOf = (email: string): string => emailKey(email) ?? ''
const correctAll = (list: List, email: string, answers: Answers) =>
  correct(list.session, keyOf(email), answers)
const fix = async (list: List, email: string, question: keyof Answers, value: string) =>
  (await correctAll(list, email, { [question]: value }))?.person
const show = (list: List, email: string) => find(list.session, keyOf(email))

test('a correction changes one answer of one person, and is recorded', async ({ list }) => {
  const [{ website: _honeypot, ...person }, other] = [await list.join(), await list.join()]
  const before = await show(list, other.email)
  const corrected = await fix(list, person.email.toUpperCase(), 'last_name', " O'Brien\\ ")
  expect(corrected).toMatchObject({
    ...person,
    last_name: "O'Brien\\",
    corrected_at: expect.any(String),
  })
  const { listed, history } = await show(list, person.email)
  expect(listed).toEqual(corrected)
  expect(history).toMatchObject([{ command: 'correct', detail: { question: 'last_name' } }])
  expect(await show(list, other.email)).toEqual(before)
})

test('a correction to nothing clears an optional answer', async ({ list }) => {
  const { email } = await list.join({ company: 'Shop' })
  expect(await fix(list, email, 'company', '')).toMatchObject({ company: null })
})

test('several answers are corrected at once, and each is recorded', async ({ list }) => {
  const { email } = await list.join()
  const right = `several.${email}`
  const corrected = await correctAll(list, email, {
    email: right,
    first_name: 'Grace',
    company: '',
    role: FIELDS.role.options[1].label.toUpperCase(),
  })
  expect(corrected).toMatchObject({
    emailKey: right,
    changed: ['first_name', 'email', 'company', 'role'],
    person: {
      email: right,
      first_name: 'Grace',
      company: null,
      role: FIELDS.role.options[1].value,
    },
    problems: {},
  })
  const details = (await show(list, right)).history.map(({ detail }) => detail['question'])
  expect(details).toEqual(['email', 'first_name', 'company', 'role'])
})

test('a correction with problems names each of them, and changes and records nothing', async ({
  list,
}) => {
  const [{ email }, other] = [await list.join(), await list.join()]
  const before = await show(list, email)
  const answers = { first_name: '', last_name: 'King', role: 'wizard\u001b[2J', email: other.email }
  const choices = FIELDS.role.options.map(({ value }) => value).join(', ')
  expect(await correctAll(list, email, answers)).toMatchObject({
    problems: {
      first_name: FIELDS.first_name.messages.tooShort,
      role: `“wizard” is not one of ${choices}`,
      email: 'A person with the new address is on the list already',
    },
  })
  expect(await show(list, email)).toEqual(before)
})

test('a former choice stays valid while others are corrected', async ({ list }) => {
  const { email } = await list.join()
  await list.session.query(
    `UPDATE people SET answers = answers || '{"role": "baker"}' WHERE email = $1`,
    [email],
  )
  expect(await correctAll(list, email, { role: 'baker', last_name: 'King' })).toMatchObject({
    person: { role: 'baker', last_name: 'King' },
    changed: ['last_name'],
    problems: {},
  })
})

test('a corrected address replaces the old one, and can be corrected back', async ({ list }) => {
  const { email, first_name } = await list.join()
  const right = `right.${email}`
  expect(await fix(list, email, 'email', right)).toMatchObject({ email: right, first_name })
  expect((await show(list, email)).listed).toBeUndefined()
  expect(await fix(list, right, 'email', email)).toMatchObject({ email, first_name })
})

test('a new address is asked for a confirmation, and the emails and links of the old one are gone', async ({
  list,
}) => {
  const { databaseUrl } = list.app
  const { session } = list
  const { email } = await list.join()
  const right = `new.${email}`.toUpperCase()
  await sendMail(databaseUrl, email, 'old link')
  await session.query(`INSERT INTO mails (kind, email_key, letter) VALUES ('announce', $1, 'x')`, [
    email,
  ])
  await session.query("SELECT add_event($1, 'joined')", [email])
  await session.query(
    "INSERT INTO mails (kind, email_key, state, ended_at) VALUES ('welcome', $1, 'sent', now())",
    [email],
  )
  await session.query(
    'UPDATE people SET confirmed_at = now(), undeliverable_at = now() WHERE email = $1',
    [email],
  )
  expect(await fix(list, email, 'email', right)).toMatchObject({
    confirmed_at: null,
    undeliverable_at: null,
    agreed_to: expect.any(String),
  })
  const [link] = await session.query("SELECT data_by_link('old link') AS data")
  expect(link).toEqual({ data: null })
  // the event is still about the person
  const waiting = await session.query(
    'SELECT kind, email_key = $1 AS is_new FROM sendings WHERE email_key IN ($1, $2) ORDER BY kind',
    [keyOf(right), email],
  )
  // nobody is welcomed twice
  expect(waiting).toEqual(['confirm', 'webhook', 'welcome'].map((kind) => ({ kind, is_new: true })))
})

test('another spelling of an address stays confirmed and sends nothing', async ({ list }) => {
  const { email } = await list.join()
  const { session, app } = list
  await sendMail(app.databaseUrl, email, 'kept link')
  await session.query('UPDATE people SET confirmed_at = now() WHERE email = $1', [email])
  const before = await queued(app.databaseUrl)
  expect(await fix(list, email, 'email', email.toUpperCase())).toMatchObject({
    confirmed_at: expect.any(String),
  })
  expect(await queued(app.databaseUrl)).toEqual(before)
  const [link] = await session.query("SELECT data_by_link('kept link') IS NOT NULL AS works")
  expect(link).toEqual({ works: true })
})

test('a new address that was refused before is marked as such, and gets no email', async ({
  list,
}) => {
  const { email } = await list.join()
  const right = `refused.${email}`
  await list.session.query("SELECT add_refusal($1, 'left')", [right])
  expect(await fix(list, email, 'email', right)).toMatchObject({ left_at: expect.any(String) })
  expect(await queued(list.app.databaseUrl)).not.toContainEqual(
    expect.objectContaining({ email_key: right }),
  )
})

test('a person who is not on the list cannot be corrected', async ({ list }) => {
  const { email } = await list.quarantine()
  expect(await fix(list, email, 'first_name', 'Grace')).toBeUndefined()
  expect(await fix(list, 'nobody@example.com', 'first_name', 'Grace')).toBeUndefined()
})
