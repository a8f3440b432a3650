// Guards same-rules, mail-headers.

import {
  FIELDS,
  type FieldName,
  findProblem,
  HONEYPOT,
  messagesOf,
  NO_LINK,
  QUESTION_NAMES,
  SOURCE_PATTERN,
  tidy,
  VISIBLE,
} from '@ad-kit/contract'
import Ajv from 'ajv'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  fieldMessages,
  invalidFields,
  malformedField,
} from '../api/src/http/errors/field-errors.ts'
import { resendBody, waitlistBody } from '../api/src/list/body-schema.ts'
import { tidyBody } from '../api/src/list/signup.ts'
import { ERRORS } from '../api/src/system/error-responses.ts'
import { judgedByForm } from '../tests/database/contract/browser-verdict.ts'
import { type Case, CORPUS, messageOf } from '../tests/support/corpus.ts'
import { bodyOf, newPerson } from '../tests/support/people.ts'

/** Fastify's validator with the options of the app. */
const ajv = new Ajv({ allErrors: true })
const validate = ajv.compile(waitlistBody)
const validateResend = ajv.compile(resendBody)

type Errors = Parameters<typeof fieldMessages>[0]

/** The API's messages by field for a body. */
function judgedByApi(body: Record<string, unknown>) {
  tidyBody(body)
  return validate(body) ? {} : fieldMessages(validate.errors as Errors, body)
}

const title = ({ field, what, verdict }: Case): string =>
  `${field}: ${what} is ${verdict === undefined ? 'accepted' : `refused as ${verdict}`}`

describe('the rules of the contract', () => {
  for (const entry of CORPUS) {
    const { field, value, verdict } = entry
    test(title(entry), async () => {
      const message = messageOf(entry)
      const expected = message ? { [field]: message } : {}
      const form = { ...newPerson(), [field]: value }
      expect(judgedByApi(bodyOf(form)), 'the schema').toStrictEqual(expected)
      const unjudged =
        // visitors cannot see the honeypot
        field === HONEYPOT ||
        // only the API refuses an address that gets no email, and a text that it cannot store
        verdict === 'accents' ||
        (FIELDS[field].type === 'text' &&
          typeof value === 'string' &&
          ['tooLong', 'malformed'].includes(verdict ?? ''))
      expect(await judgedByForm(form), 'the form').toEqual(unjudged ? {} : expected)
      if (typeof value !== 'string') return
      expect(findProblem(field, tidy(field, value)), 'the rules').toBe(message)
    })
  }

  test('only the required fields of an empty form are too short', async () => {
    const required = QUESTION_NAMES.filter((name) => FIELDS[name].required)
    expect(await judgedByForm({})).toEqual(
      Object.fromEntries(required.map((name) => [name, messagesOf(FIELDS[name]).tooShort])),
    )
  })

  test('an optional question may be empty whatever its shortest answer is', () => {
    const phone = { ...FIELDS.first_name, required: false, minLength: 6 }
    Object.assign(FIELDS, { phone })
    onTestFinished(() => void Reflect.deleteProperty(FIELDS, 'phone'))
    expect(findProblem('phone' as FieldName, '')).toBeUndefined()
    expect(findProblem('phone' as FieldName, '12345')).toBe(phone.messages.tooShort)
  })

  test('a full-width address is stored in the letters that mail servers know, and a name as it was typed', () => {
    expect(tidy('email', ' ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ ')).toBe('ada@example.com')
    expect(tidy('first_name', ' Ａｄａ ')).toBe('Ａｄａ')
  })
})

test('the source of a signup is a word of 64 letters, digits and signs between them', () => {
  const source = new RegExp(SOURCE_PATTERN, 'u')
  for (const word of ['7', 'Café été 2026', 'show-hn_1.b~c+d', 'a'.repeat(64)]) {
    expect(word).toMatch(source)
  }
  for (const other of ['', '-a', ' a', 'a/b', '<b>', '=1+1', 'a\nb', 'a\0b', 'a'.repeat(65)]) {
    expect(other).not.toMatch(source)
  }
})

describe('the error of a body', () => {
  test('has the sentence and the code of the first invalid field, and a message for each', () => {
    const body = bodyOf({ ...newPerson(), last_name: 'x', email: 'x', role: '' })
    const fields = judgedByApi(body)
    expect(invalidFields(fields)).toEqual({
      status: 400,
      body: {
        error: FIELDS.last_name.sentence,
        code: 'LAST_NAME_INVALID',
        fields: {
          last_name: FIELDS.last_name.messages.tooShort,
          email: FIELDS.email.messages.malformed,
          role: FIELDS.role.message,
        },
      },
    })
  })

  test.each([
    ['\u202eada', `First name: ${VISIBLE.message}.`],
    ['www.win.example', `First name: ${NO_LINK.message}.`],
    ['a\nb', `First name: ${FIELDS.first_name.messages.malformed}.`],
    ['a'.repeat(81), FIELDS.first_name.sentence],
  ])('%j as a name is refused with a sentence that has the reason', (first_name, error) => {
    const body = bodyOf({ ...newPerson(), first_name })
    expect(invalidFields(judgedByApi(body)).body).toMatchObject({ error })
  })

  test('that is no object names no field', () => {
    expect(validate([])).toBe(false)
    const messages = fieldMessages(validate.errors as Errors, [])
    expect(messages).toEqual({})
    expect(invalidFields(messages)).toBe(ERRORS.malformedBody)
  })

  test('a field that breaks two rules has the message of the earlier rule', () => {
    expect(judgedByApi(bodyOf({ ...newPerson(), first_name: '7' }))).toEqual({
      first_name: FIELDS.first_name.messages.tooShort,
    })
  })

  test('an address without an ASCII form is refused like a malformed one', () => {
    expect(malformedField('email').body).toMatchObject({
      code: 'EMAIL_INVALID',
      fields: { email: FIELDS.email.messages.malformed },
    })
  })

  test('an error deep inside a field belongs to that field', () => {
    const errors = [
      { instancePath: '/role/0', keyword: 'required', params: { missingProperty: 'email' } },
    ]
    const body = { role: [] }
    expect(fieldMessages(errors as unknown as Errors, body)).toEqual({ role: FIELDS.role.message })
  })
})

test('a request for another confirmation needs a valid address and nothing else', () => {
  expect(validateResend({ email: 'ada@example.com' })).toBe(true)
  expect(validateResend({ email: 'ada@localhost' })).toBe(false)
  expect(validateResend({ email: '' })).toBe(false)
  expect(validateResend({})).toBe(false)
})
