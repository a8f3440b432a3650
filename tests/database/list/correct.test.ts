// Guards own-data, corrected-address.

import { expect } from 'vitest'
import { type Answers, correct } from '../../../api/src/list/correct.ts'
import { find } from '../../../api/src/list/find.ts'
import { emailKey } from '../../../api/src/list/identity.ts'
import { FIELDS } from '../../../contract/waitlist.ts'
import { sendMail } from '../support/installations.ts'
import type { List } from '../support/list.ts'
import { test } from '../support/test.ts'

const keyOf = (email: string): string => emailKey(email) ?? ''
const fix = (list: List, email: string, answers: Answers) =>
  correct(list.session, keyOf(email), answers)
const show = (list: List, email: string) => find(list.session, keyOf(email))

/** The person behind the link of an email, or null. */
const personOf = (list: List, link: string) =>
  list.session.value<object | null>('SELECT data_by_link($1)', [link])

test('a correction changes one answer of one listed person, and is recorded', async ({ list }) => {
  const [{ website: _honeypot, ...person }, other] = [await list.join(), await list.quarantine()]
  const before = await show(list, other.email)
  expect(await fix(list, other.email, { last_name: 'King' })).toBeUndefined()
  const corrected = await fix(list, person.email, { last_name: " O'Brien\\ " })
  expect(corrected?.person).toMatchObject({
    ...person,
    last_name: "O'Brien\\",
    corrected_at: expect.any(String),
  })
  const { listed, history } = await show(list, person.email)
  expect(listed).toEqual(corrected?.person)
  expect(history).toMatchObject([{ command: 'correct', detail: { question: 'last_name' } }])
  expect(await show(list, other.email)).toEqual(before)
})

test('several answers are corrected at once, and each is recorded', async ({ list }) => {
  const { email } = await list.join()
  const right = `several.${email}`
  const corrected = await fix(list, email, {
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
  expect(await fix(list, email, answers)).toMatchObject({
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
  expect(await fix(list, email, { role: 'baker', last_name: 'King' })).toMatchObject({
    person: { role: 'baker', last_name: 'King' },
    changed: ['last_name'],
    problems: {},
  })
})

test('a new address is asked for a confirmation, the emails and links of the old one are gone, and it can be corrected back', async ({
  list,
}) => {
  const { email, first_name } = await list.join()
  const right = `new.${email}`.toUpperCase()
  await sendMail(list.app.databaseUrl, email, 'old link')
  for (const statement of [
    "INSERT INTO mails (kind, email_key, letter) VALUES ('announce', $1, 'x')",
    "INSERT INTO mails (kind, email_key, state, ended_at) VALUES ('welcome', $1, 'sent', now())",
    "SELECT add_event($1, 'joined')",
    'UPDATE people SET confirmed_at = now(), undeliverable_at = now() WHERE email = $1',
  ]) {
    await list.session.query(statement, [email])
  }
  expect((await fix(list, email, { email: right }))?.person).toMatchObject({
    email: right,
    confirmed_at: null,
    undeliverable_at: null,
    agreed_to: expect.any(String),
  })
  expect(await personOf(list, 'old link')).toBeNull()
  expect(await show(list, email)).toMatchObject({ listed: undefined, mails: [] })
  // nobody is welcomed twice, and the event is still about the person
  const kinds = (await show(list, right)).mails.map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['confirm', 'webhook', 'welcome'])

  expect(await fix(list, right, { email })).toMatchObject({ person: { email, first_name } })
})

test('another spelling of an address stays confirmed and sends nothing', async ({ list }) => {
  const { email } = await list.join()
  await sendMail(list.app.databaseUrl, email, 'kept link')
  await list.session.query('UPDATE people SET confirmed_at = now() WHERE email = $1', [email])
  const { mails } = await show(list, email)
  const spelling = email.toUpperCase()
  expect((await fix(list, email, { email: spelling }))?.person).toMatchObject({
    email: spelling,
    confirmed_at: expect.any(String),
  })
  expect((await show(list, email)).mails).toMatchObject(mails.map(({ kind }) => ({ kind })))
  expect(await personOf(list, 'kept link')).not.toBeNull()
})

test('a new address that was refused before is marked as such, and gets no email', async ({
  list,
}) => {
  const { email } = await list.join()
  const right = `refused.${email}`
  await list.session.query("SELECT add_refusal($1, 'left')", [right])
  expect((await fix(list, email, { email: right }))?.person).toMatchObject({
    left_at: expect.any(String),
  })
  expect((await show(list, right)).mails).toEqual([])
})
