import {
  FIELDS,
  type FieldRule,
  SEEN_NAMES,
  type SeenName,
  type WaitlistForm,
} from '@ad-kit/api/contract'
import { validateYupSchema, yupToFormErrors } from 'formik'
import { type ObjectSchema, object, type StringSchema, string, ValidationError } from 'yup'
import type { FieldErrors } from './submit.ts'

/** The message of the first rule that a value breaks. An empty optional field breaks none. */
function brokenRule(rule: FieldRule, value: string): string | undefined {
  const { messages } = rule
  const trimmed = value.trim()
  // code points, as the API counts them: an emoji is one character
  const length = [...trimmed].length
  if (length < rule.minLength) return messages.tooShort
  if (length > rule.maxLength) return messages.tooLong
  return new RegExp(rule.pattern, 'u').test(trimmed) ? undefined : messages.malformed
}

/**
 * Strict: yup would otherwise make strings of other things, which the API refuses.
 * Formik hands over an empty field as undefined.
 */
const field = (rule: FieldRule): StringSchema =>
  string()
    .strict()
    .typeError(rule.messages.malformed)
    .nonNullable(rule.messages.malformed)
    .test('contract', (value, { createError }) => {
      if (value === undefined && !rule.required) return true
      const message = brokenRule(rule, value ?? '')
      return message === undefined || createError({ message })
    })

/**
 * The waitlist form, by the names that its fields have in the form. Not the trap: whoever could
 * not see it must not be held up by what a browser filled in.
 */
export const waitlistSchema: ObjectSchema<Partial<Record<SeenName, string | undefined>>> = object(
  Object.fromEntries(SEEN_NAMES.map((name) => [name, field(FIELDS[name])])) as Record<
    SeenName,
    StringSchema
  >,
)

/**
 * What is wrong with the form, by field; empty when nothing is. Not a promise: of two, the
 * one for earlier values could come later.
 */
export function findErrors(values: WaitlistForm): FieldErrors {
  try {
    validateYupSchema(values, waitlistSchema, true)
    return {}
  } catch (error) {
    if (ValidationError.isError(error)) return yupToFormErrors<WaitlistForm>(error)
    throw error
  }
}
