import {
  type ChoiceQuestion,
  FIELDS,
  messagesOf,
  QUESTION_NAMES,
  type QuestionName,
  type TextQuestion,
  tidy,
} from '@ad-kit/contract'
import { object, string } from 'yup'
import { type Key, keyOf } from './values.ts'

/**
 * Missing answers are undefined for yup. Otherwise, yup would convert other types, which the API refuses, to strings.
 */
const answer = (name: QuestionName) =>
  string()
    .transform((_, sent) =>
      typeof sent === 'string' ? tidy(name, sent) || undefined : (sent ?? undefined),
    )
    .typeError(messagesOf(FIELDS[name]).malformed)

/** yup's `min` and `max` count UTF-16 code units, so patterns count code points. */
const textRules = ({ minLength, maxLength, pattern, messages, rules = [] }: TextQuestion) => [
  { pattern: `^[^]{${minLength},}$`, message: messages.tooShort },
  { pattern: `^[^]{0,${maxLength}}$`, message: messages.tooLong },
  { pattern, message: messages.malformed },
  ...rules,
]

function field(name: QuestionName) {
  const question: TextQuestion | ChoiceQuestion = FIELDS[name]
  const valid =
    question.type === 'choice'
      ? answer(name).oneOf(
          question.options.map(({ value }) => value),
          question.message,
        )
      : textRules(question).reduce(
          (schema, { pattern, message }) => schema.matches(new RegExp(pattern, 'u'), message),
          answer(name),
        )
  return question.required ? valid.required(messagesOf(question).tooShort) : valid
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
