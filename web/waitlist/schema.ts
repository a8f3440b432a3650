import {
  ASCII_LOCAL,
  type ChoiceQuestion,
  FIELDS,
  findProblem,
  messagesOf,
  QUESTION_NAMES,
  type QuestionName,
  type TextQuestion,
  tidy,
} from '@ad-kit/contract'
import { object, string } from 'yup'
import { type Key, keyOf } from './values.ts'

/** Only the API refuses text that cannot be stored or gets no email: the specification has no such rule for the form. */
function isLeftToApi(question: TextQuestion | ChoiceQuestion, message: string): boolean {
  const { tooLong, malformed } = messagesOf(question)
  return question.type === 'text'
    ? [tooLong, malformed].includes(message)
    : message === ASCII_LOCAL.message
}

/** Formik passes an empty field as undefined. */
function field(name: QuestionName) {
  const question: TextQuestion | ChoiceQuestion = FIELDS[name]
  return (
    string()
      // yup would convert other types to strings, which the API refuses.
      .transform((_, sent) => (typeof sent === 'string' ? tidy(name, sent) : sent))
      .typeError(messagesOf(question).malformed)
      .nullable()
      .test((value, { createError }) => {
        const message = findProblem(name, value ?? '')
        if (message === undefined || isLeftToApi(question, message)) return true
        return createError({ message })
      })
  )
}

/**
 * The questions of the waitlist form. The honeypot is left out: a browser may fill it in, and
 * an error there would block a visitor who cannot see the field.
 */
export const waitlistSchema = object(
  Object.fromEntries(QUESTION_NAMES.map((name) => [keyOf(name), field(name)])) as Record<
    Key,
    ReturnType<typeof field>
  >,
)
