import { FIELDS, type Field } from './fields.ts'
import type { FieldName } from './questions.ts'

/**
 * A value as it is validated, stored and shown: without the space around it, and an address in
 * NFKC (Unicode UAX #15), so that what a full-width keyboard types can be reached by mail.
 */
export const tidy = (name: FieldName, value: string): string =>
  name === 'email' ? value.normalize('NFKC').trim() : value.trim()

/** The message for each rule that a field's value can break. */
export function messagesOf(field: Field) {
  return 'messages' in field
    ? field.messages
    : { tooShort: field.message, tooLong: field.message, malformed: field.message }
}

const matches = (field: Field, value: string): boolean =>
  field.type === 'choice'
    ? field.options.some((option) => option.value === value)
    : new RegExp(field.pattern, 'u').test(value)

/**
 * The message of the first rule that a tidy value breaks, or undefined. An empty value breaks no
 * rule of an optional field. `api/src/signup/schema.ts` states the same rules as JSON Schema.
 */
export function findProblem(name: FieldName, value: string): string | undefined {
  const field: Field = FIELDS[name]
  const messages = messagesOf(field)
  if (value === '') return field.required ? messages.tooShort : undefined
  // code points: an emoji is one character
  const length = [...value].length
  if ('minLength' in field && length < field.minLength) return messages.tooShort
  if ('maxLength' in field && length > field.maxLength) return messages.tooLong
  return matches(field, value) ? undefined : messages.malformed
}
