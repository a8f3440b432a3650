import { expect, test } from 'vitest'
import { correct, InvalidAnswer } from '../../../api/src/people/correct.ts'
import { find } from '../../../api/src/people/find.ts'
import { emailKey } from '../../../api/src/signup/identity.ts'
import { newList, queued, sendMail } from '../../support/program/installations.ts'

const list = newList()
const keyOf = (email: string): string => emailKey(email) ?? ''
const fix = (email: string, ...[question, value]: [Parameters<typeof correct>[2], string]) =>
  correct(list().session, keyOf(email), question, value)
const show = (email: string) => find(list().session, keyOf(email))

test('a correction changes one answer of one person, and is recorded', async () => {
  const [{ website: _honeypot, ...person }, other] = [await list().join(), await list().join()]
  const before = await show(other.email)
  const corrected = await fix(person.email.toUpperCase(), 'last_name', " O'Brien\\ ")
  expect(corrected).toMatchObject({
    ...person,
    last_name: "O'Brien\\",
    corrected_at: expect.any(String),
  })
  const { listed, history } = await show(person.email)
  expect(listed).toEqual(corrected)
  expect(history).toMatchObject([{ command: 'correct', detail: { question: 'last_name' } }])
  expect(await show(other.email)).toEqual(before)
})

test.each([
  ['first_name', ''],
  ['role', 'wizard'],
] as const)('a correction of %s to %j is refused, as in the form', async (question, value) => {
  const { email } = await list().join()
  const before = await show(email)
  await expect(async () => fix(email, question, value)).rejects.toThrow(InvalidAnswer)
  expect(await show(email)).toEqual(before)
})

test('a corrected address replaces the old one, and can be corrected back', async () => {
  const { email, first_name } = await list().join()
  const right = `right.${email}`
  expect(await fix(email, 'email', right)).toMatchObject({ email: right, first_name })
  expect((await show(email)).listed).toBeUndefined()
  expect(await fix(right, 'email', email)).toMatchObject({ email, first_name })
})

test('a new address is asked for a confirmation, and the mails and links of the old one are gone', async () => {
  const { databaseUrl } = list().app
  const { session } = list()
  const { email } = await list().join()
  const right = `new.${email}`.toUpperCase()
  await sendMail(databaseUrl, email, 'old link')
  await session.query(
    `INSERT INTO outbox (kind, email_key, about) VALUES
       ('confirm', $1, ''), ('announce', $1, 'x'), ('webhook', $1, 'joined'), ('erase', $1, '')`,
    [email],
  )
  await session.query(
    'UPDATE signups SET confirmed_at = now(), undeliverable_at = now() WHERE email = $1',
    [email],
  )
  expect(await fix(email, 'email', right)).toMatchObject({
    confirmed_at: null,
    undeliverable_at: null,
    agreed_to: expect.any(String),
  })
  const [link] = await session.query("SELECT data_by_link('old link') AS data")
  expect(link).toEqual({ data: null })
  // the person's request for erasure and the event are still about the person
  const tasks = await session.query(
    'SELECT kind, email_key = $1 AS is_new FROM outbox WHERE email_key IN ($1, $2) ORDER BY kind',
    [keyOf(right), email],
  )
  expect(tasks).toEqual(['confirm', 'erase', 'webhook'].map((kind) => ({ kind, is_new: true })))
})

test('another spelling of an address stays confirmed and sends nothing', async () => {
  const { email } = await list().join()
  const { session, app } = list()
  await sendMail(app.databaseUrl, email, 'kept link')
  await session.query('UPDATE signups SET confirmed_at = now() WHERE email = $1', [email])
  const before = await queued(app.databaseUrl)
  expect(await fix(email, 'email', email.toUpperCase())).toMatchObject({
    confirmed_at: expect.any(String),
  })
  expect(await queued(app.databaseUrl)).toEqual(before)
  const [link] = await session.query("SELECT data_by_link('kept link') IS NOT NULL AS works")
  expect(link).toEqual({ works: true })
})

test('a new address of a person who left gets no mail', async () => {
  const { email } = await list().join()
  await list().session.query('UPDATE signups SET left_at = now() WHERE email = $1', [email])
  await fix(email, 'email', `left.${email}`)
  expect(await queued(list().app.databaseUrl)).not.toContainEqual(
    expect.objectContaining({ email_key: `left.${email}` }),
  )
})

test('an address is not corrected to that of another person on the list', async () => {
  const [one, other] = [await list().join(), await list().join()]
  await expect(fix(one.email, 'email', other.email)).rejects.toThrow(/on the list already/)
  expect((await show(one.email)).listed).toMatchObject({ first_name: one.first_name })
})

test('a person who is not on the list cannot be corrected', async () => {
  const { email } = await list().quarantine()
  expect(await fix(email, 'first_name', 'Grace')).toBeUndefined()
  expect(await fix('nobody@example.com', 'first_name', 'Grace')).toBeUndefined()
})
