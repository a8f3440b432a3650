import { expect } from 'vitest'
import type { Answers } from '../../../../api/src/list/inbox/answer.ts'
import { correct } from '../../../../api/src/list/people/correct.ts'
import { mailboxOf } from '../../../../api/src/list/people/mailbox.ts'
import { find } from '../../../../api/src/owner/find.ts'
import { FIELDS } from '../../../../contract/waitlist.ts'
import type { List } from '../../support/list.ts'
import { test } from '../../support/test.ts'

const keyOf = (email: string): string => mailboxOf(email) ?? ''
const fix = (list: List, email: string, answers: Answers) =>
  correct(list.session, keyOf(email), answers)
const show = (list: List, email: string) => find(list.session, keyOf(email))

test('a correction changes only one of a listed person’s answers, and is recorded', async ({
  list,
}) => {
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

test('several answers can be corrected together, and each correction is recorded', async ({
  list,
}) => {
  const { email } = await list.join()
  const corrected = await fix(list, email, {
    first_name: 'Grace',
    last_name: 'King',
    role: FIELDS.role.options[1].label.toUpperCase(),
  })
  expect(corrected).toMatchObject({
    person: {
      first_name: 'Grace',
      last_name: 'King',
      role: FIELDS.role.options[1].value,
    },
    problems: {},
  })
  const details = (await show(list, email)).history.map(({ detail }) => detail['question'])
  expect(details).toEqual(['first_name', 'last_name', 'role'])
})

test('a correction with mistakes reports each mistake and is not applied', async ({ list }) => {
  const { email } = await list.join()
  const before = await show(list, email)
  const answers = { first_name: '', last_name: 'King', role: 'wizard\u001b[2J' }
  const choices = FIELDS.role.options.map(({ value }) => value).join(', ')
  expect(await fix(list, email, answers)).toMatchObject({
    problems: {
      first_name: FIELDS.first_name.messages.tooShort,
      role: `“wizard” is not one of ${choices}`,
    },
  })
  expect(await show(list, email)).toEqual(before)
})

test('a choice that is no longer offered survives another correction', async ({ list }) => {
  const { email } = await list.join()
  await list.session.query(
    `UPDATE people SET answers = answers || '{"role": "baker"}' WHERE email = $1`,
    [email],
  )
  expect(await fix(list, email, { role: 'baker', last_name: 'King' })).toMatchObject({
    person: { role: 'baker', last_name: 'King' },
    problems: {},
  })
})
