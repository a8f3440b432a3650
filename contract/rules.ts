import { FIELDS, type Field, INVISIBLE } from './fields.ts'
import type { FieldName } from './questions.ts'

const TRIMMED = new RegExp(`^[\\s${INVISIBLE}]*(.*[^\\s${INVISIBLE}]|)`, 'su')

/**
 * Returns a value as it is validated, stored and shown. All values are trimmed. Addresses are converted to NFKC
 * (Unicode UAX #15), because full-width keyboards type letters that mail servers reject, and lose any invisible
 * characters pasted around them.
 */
export const tidy = (name: string, value: string): string =>
  name === 'email' ? (TRIMMED.exec(value.normalize('NFKC'))?.[1] ?? '') : value.trim()

/** Returns a field's messages for a missing answer, and for one of the wrong length or form. */
export function messagesOf(field: Field) {
  if ('messages' in field) return field.messages
  const { message } = field
  return { tooShort: message, tooLong: message, malformed: message }
}

/**
 * Returns the error notice's sentence for one of a field's messages. A text question's own sentence covers only its
 * length.
 */
export function sentenceOf(name: FieldName, message: string): string {
  const field: Field = FIELDS[name]
  if (field.type !== 'text') return field.sentence
  const { tooShort, tooLong } = field.messages
  return [tooShort, tooLong].includes(message) ? field.sentence : `${field.label}: ${message}.`
}
