import { expect, test } from 'vitest'
import { trimFields } from '../../api/src/waitlist/trim.ts'

const trimmed = (body: Record<string, unknown>) => {
  trimFields(body)
  return body
}

test('fields lose the space around them, and what is no field or no text stays', () => {
  const body = { first_name: ' Ada ', role: '\u3000', email: 7, other: ' x ' }
  expect(trimmed(body)).toEqual({ first_name: 'Ada', role: '', email: 7, other: ' x ' })
})

test('an optional field that was left empty is none', () => {
  expect(trimmed({ company: ' ', website: '', last_name: '' })).toEqual({ last_name: '' })
})
