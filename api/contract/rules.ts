import { FIELDS, type Field } from './fields.ts'
import type { FieldName } from './questions.ts'

/**
 * The form in which a value is validated, stored and shown: trimmed, and an address in NFKC (Unicode
 * UAX #15), because full-width keyboards type letters that no mail server knows.
 */
export const tidy = (name: FieldName, value: string): string =>
  name === 'email' ? value.normalize('NFKC').trim() : value.trim()

/** The message for each rule that a field's value can break. */
export function messagesOf(field: Field) {
  return 'messages' in field
    ? field.messages
    : { tooShort: field.message, tooLong: field.message, malformed: field.message }
}

const patterns = new Map<string, RegExp>()

function matches(field: Field, value: string): boolean {
  if (field.type === 'choice') return field.options.some((option) => option.value === value)
  const pattern = patterns.get(field.pattern) ?? new RegExp(field.pattern, 'u')
  patterns.set(field.pattern, pattern)
  return pattern.test(value)
}

/**
 * The message of the first rule that a tidy value breaks, or undefined. An optional field may be
 * empty. `api/src/signup/body-schema.ts` has the same rules as JSON Schema.
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
