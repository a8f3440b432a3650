import {
  type ChoiceQuestion,
  FIELDS,
  findProblem,
  type QuestionName,
  type TextQuestion,
  tidy,
} from '../../../contract/waitlist.ts'
import { shorten } from '../system/format.ts'

const optionsOf = (name: QuestionName): ChoiceQuestion['options'] => {
  const question: TextQuestion | ChoiceQuestion = FIELDS[name]
  return question.type === 'choice' ? question.options : []
}

/** Converts a text from an owner or a file into a stored answer; a choice may be given by its label. */
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

/** Returns the problem as `findProblem` does, and names the choices if the answer is not one of them. */
export function answerProblem(name: QuestionName, answer: string): string | undefined {
  const problem = findProblem(name, answer)
  const options = optionsOf(name)
  if (problem === undefined || answer === '' || options.length === 0) return problem
  return `“${shorten(answer)}” is not one of ${options.map(({ value }) => value).join(', ')}`
}
