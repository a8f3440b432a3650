import { expect, test } from 'vitest'
import { correct, InvalidAnswer } from '../../api/src/signup/correct.ts'
import { find } from '../../api/src/signup/find.ts'
import { emailKey } from '../../api/src/signup/identity.ts'
import { newList } from './installations.ts'

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
