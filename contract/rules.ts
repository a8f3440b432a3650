import { FIELDS, type Field, INVISIBLE } from './fields.ts'
import type { FieldName } from './questions.ts'

const TRIMMED = new RegExp(`^[\\s${INVISIBLE}]*(.*[^\\s${INVISIBLE}]|)`, 'su')

/**
 * Returns a value in the form in which it is validated, stored and shown. All values are trimmed. Addresses are in NFKC
 * (Unicode UAX #15), because full-width keyboards type letters that mail servers reject, and lose invisible characters
 * that were copied with them.
 */
export const tidy = (name: string, value: string): string =>
  name === 'email' ? (TRIMMED.exec(value.normalize('NFKC'))?.[1] ?? '') : value.trim()

/** Returns the messages for a missing answer, and for one of the wrong length or form. */
export function messagesOf(field: Field) {
  if ('messages' in field) return field.messages
  const { message } = field
  return { tooShort: message, tooLong: message, malformed: message }
}

const compiled = new Map<string, RegExp>()

/** Caches patterns, because compiling one takes longer than a signup's other rules. */
function matches(pattern: string, value: string): boolean {
  const regexp = compiled.get(pattern) ?? new RegExp(pattern, 'u')
  compiled.set(pattern, regexp)
  return regexp.test(value)
}

const isWellFormed = (field: Field, value: string): boolean =>
  field.type === 'choice'
    ? field.options.some((option) => option.value === value)
    : matches(field.pattern, value)

/**
 * Returns the message of the first rule that a tidy value breaks, or undefined. An optional field may be empty. The
 * form leaves some rules to the API (web/waitlist/schema.ts).
 */
export function findProblem(name: FieldName, value: unknown): string | undefined {
  const field: Field = FIELDS[name]
  const messages = messagesOf(field)
  if (value === '' || value === undefined) return field.required ? messages.tooShort : undefined
  if (typeof value !== 'string') return messages.malformed
  // Lengths count code points, so that an emoji is one character.
  const length = [...value].length
  if ('minLength' in field && length < field.minLength) return messages.tooShort
  if ('maxLength' in field && length > field.maxLength) return messages.tooLong
  if (!isWellFormed(field, value)) return messages.malformed
  const rules = 'rules' in field ? field.rules : []
  return rules.find(({ pattern }) => !matches(pattern, value))?.message
}

/** Returns the error notice's sentence for a message of the field. A text's sentence is about its length. */
export function sentenceOf(name: FieldName, message: string): string {
  const field: Field = FIELDS[name]
  if (field.type !== 'text') return field.sentence
  const { tooShort, tooLong } = field.messages
  return [tooShort, tooLong].includes(message) ? field.sentence : `${field.label}: ${message}.`
}
