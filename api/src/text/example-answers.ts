import { FIELDS, type Field, QUESTION_NAMES } from '../../../contract/waitlist.ts'

/** A word of a shell's command line. */
const word = (text: string): string => (/^[\w.@+-]+$/.test(text) ? text : JSON.stringify(text))

const questions = QUESTION_NAMES.filter((name) => name !== 'email').map((name) => {
  const field: Field = FIELDS[name]
  return { name, field }
})

const choices = questions.flatMap(({ name, field }) =>
  field.type === 'choice' ? field.options.map(({ value }) => `${name}=${value}`) : [],
)

/** A choice of the form, such as `role=agency`, or what people of a form without one have. */
export const EXAMPLE_CHOICE: string = choices[0] ?? 'source=newsletter'

const corrections = questions.flatMap(({ name, field }) => {
  if (field.type === 'choice') return field.options.slice(0, 1).map(({ value }) => [name, value])
  return [[name, word(field.placeholder)]]
})

/** A question and an answer to it, such as `first_name Ada`. */
export const EXAMPLE_CORRECTION: string = (corrections[0] ?? ['email', 'ada@example.com']).join(' ')

/** The name of a question that may stay empty, if there is one. */
export const OPTIONAL_QUESTION: string | undefined = questions.find(
  ({ field }) => !field.required && field.type !== 'choice',
)?.name

/** An answer for people of whom none is known, such as `role=other`. */
export const EXAMPLE_DEFAULT: string = choices.at(-1) ?? (corrections[0] ?? ['name', '']).join('=')
