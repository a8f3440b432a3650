import {
  type ChoiceQuestion,
  FIELDS,
  messagesOf,
  QUESTION_NAMES,
  type QuestionName,
  type TextQuestion,
  tidy,
} from '@ad-kit/contract'
import { object, type StringSchema, string } from 'yup'
import { type Key, keyOf } from './values.ts'

/** Code points, as JSON Schema counts them: for `min` and `max` of yup, an emoji has two characters. */
const hasLength = (min: number, max: number | '') => new RegExp(`^.{${min},${max}}$`, 'su')

/** Formik passes an empty field as undefined. */
function field(name: QuestionName): StringSchema<string | undefined> {
  const question: TextQuestion | ChoiceQuestion = FIELDS[name]
  const { tooShort, tooLong, malformed } = messagesOf(question)
  const unlessEmpty = (message: string) => ({ message, excludeEmptyString: true })
  const text = string()
    // yup would convert other types to strings, which the API refuses.
    .transform((_, sent) => (typeof sent === 'string' ? tidy(name, sent) : sent))
    .typeError(malformed)
  const answer = (question.required ? text.required(tooShort) : text).nonNullable(malformed)
  if (question.type === 'choice')
    return answer.oneOf(['', ...question.options.map(({ value }) => value)], malformed)
  const longEnough = answer.matches(hasLength(question.minLength, ''), unlessEmpty(tooShort))
  // The API also refuses what cannot be stored or gets no email: the table of the specification has no such rule.
  if (question.type === 'text') return longEnough
  return (
    longEnough
      .matches(hasLength(0, question.maxLength), unlessEmpty(tooLong))
      // An address has a pattern too: `email` of yup refuses domains beyond ASCII, which the API accepts.
      .matches(new RegExp(question.pattern, 'u'), unlessEmpty(malformed))
  )
}

/**
 * The questions of the waitlist form. The honeypot is left out: a visitor cannot see it, so it
 * must not block one whose browser has filled it in.
 */
export const waitlistSchema = object(
  Object.fromEntries(QUESTION_NAMES.map((name) => [keyOf(name), field(name)])) as Record<
    Key,
    ReturnType<typeof field>
  >,
)
