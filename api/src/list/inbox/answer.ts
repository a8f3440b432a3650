import { Compile } from 'typebox/compile'
import {
  type ChoiceQuestion,
  FIELDS,
  QUESTION_NAMES,
  type QuestionName,
  type TextQuestion,
  tidy,
} from '../../../../contract/waitlist.ts'
import { shorten } from '../../system/format.ts'
import { formSchema, messagesFor, tidyForm } from './form-schema.ts'

export type Answers = Readonly<Partial<Record<QuestionName, string>>>

const optionsOf = (name: QuestionName): ChoiceQuestion['options'] => {
  const question: TextQuestion | ChoiceQuestion = FIELDS[name]
  return question.type === 'choice' ? question.options : []
}

/**
 * Converts a string from an owner or a file into a stored answer. A choice may be given as its label, in any letter
 * case.
 */
export function toAnswer(name: QuestionName, text: string): string {
  const answer = tidy(name, text)
  const options = optionsOf(name)
  if (options.some(({ value }) => value === answer)) return answer
  const word = answer.toLowerCase()
  const meant = options.find(({ value, label }) =>
    [value, label].some((each) => each.toLowerCase() === word),
  )
  return meant?.value ?? answer
}

const questions = Compile(formSchema(QUESTION_NAMES))

function problemOf(name: QuestionName, message = '', answer = ''): string {
  const options = optionsOf(name)
  if (answer === '' || options.length === 0) return message
  return `“${shorten(answer)}” is not one of ${options.map(({ value }) => value).join(', ')}`
}

/**
 * Returns the problem with each answer that breaks one of the form's rules. For a choice, the problem lists the
 * options.
 */
export function findProblems(answers: Answers): Answers {
  const messages = messagesFor(questions.Errors(tidyForm(answers, QUESTION_NAMES)))
  const broken = QUESTION_NAMES.filter((name) => name in answers && name in messages)
  return Object.fromEntries(
    broken.map((name) => [name, problemOf(name, messages[name], answers[name])]),
  )
}
