import { FIELDS, type Field, LINK } from './fields.ts'
import type { FieldName } from './questions.ts'

/**
 * The form in which a value is validated, stored and shown: trimmed, and an address in NFKC (Unicode
 * UAX #15), because full-width keyboards type letters that no mail server knows.
 */
export const tidy = (name: string, value: string): string =>
  name === 'email' ? value.normalize('NFKC').trim() : value.trim()

/** The message for each rule that a field's value can break. */
export function messagesOf(field: Field) {
  if ('messages' in field) {
    const { messages, unusable } = field
    return { ...messages, unusable: unusable?.message ?? messages.malformed }
  }
  const { message } = field
  return { tooShort: message, tooLong: message, malformed: message, unusable: message }
}

const matches = (pattern: string, value: string): boolean => new RegExp(pattern, 'u').test(value)

const isWellFormed = (field: Field, value: string): boolean =>
  field.type === 'choice'
    ? field.options.some((option) => option.value === value)
    : matches(field.pattern, value)

/**
 * The message of the first rule that a tidy value breaks, or undefined. An optional field may be
 * empty. `api/src/inbox/body-schema.ts` has the same rules as JSON Schema, `web/waitlist/schema.ts` as yup.
 */
export function findProblem(name: FieldName, value: string): string | undefined {
  const field: Field = FIELDS[name]
  const messages = messagesOf(field)
  if (value === '') return field.required ? messages.tooShort : undefined
  // code points: an emoji is one character
  const length = [...value].length
  if ('minLength' in field && length < field.minLength) return messages.tooShort
  if ('maxLength' in field && length > field.maxLength) return messages.tooLong
  if (!isWellFormed(field, value)) return messages.malformed
  const isUnusable = 'unusable' in field && matches(field.unusable.pattern, value)
  return isUnusable ? messages.unusable : undefined
}

/** Whether only a bot would give the answer. */
export const isSuspicious = (name: FieldName, value: string): boolean =>
  FIELDS[name].type === 'text' && matches(LINK, value)
