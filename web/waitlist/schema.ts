import {
  FIELDS,
  findProblem,
  messagesOf,
  QUESTION_NAMES,
  type QuestionName,
  tidy,
  type WaitlistForm,
} from '@ad-kit/api/contract'
import { validateYupSchema, yupToFormErrors } from 'formik'
import { type ObjectSchema, object, type StringSchema, string, ValidationError } from 'yup'
import type { FieldErrors } from './submit.ts'

/**
 * Strict: yup would otherwise convert other types to strings, which the API refuses.
 * Formik passes an empty field as undefined.
 */
function field(name: QuestionName): StringSchema {
  const { malformed } = messagesOf(FIELDS[name])
  return string()
    .strict()
    .typeError(malformed)
    .nonNullable(malformed)
    .test('contract', (value, { createError }) => {
      const message = findProblem(name, tidy(name, value ?? ''))
      return message === undefined || createError({ message })
    })
}

/**
 * The questions of the waitlist form. The honeypot is left out: a visitor cannot see it, so it
 * must not block one whose browser has filled it in.
 */
export const waitlistSchema: ObjectSchema<Partial<Record<QuestionName, string | undefined>>> =
  object(
    Object.fromEntries(QUESTION_NAMES.map((name) => [name, field(name)])) as Record<
      QuestionName,
      StringSchema
    >,
  )

/**
 * The form's errors by field; empty when there are none. Synchronous: of two promises, the one
 * for earlier values could settle last.
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
