import { FIELDS, QUESTION_NAMES, type QuestionName } from '@ad-kit/api/contract'

const isHalf = (name: QuestionName): boolean => FIELDS[name].width === 'half'

/** The questions on each line of the form: two neighbouring halves share one. */
export function toLines(names: readonly QuestionName[] = QUESTION_NAMES): QuestionName[][] {
  const lines: QuestionName[][] = []
  for (const name of names) {
    const line = lines.at(-1) ?? []
    if (line.length === 1 && [...line, name].every(isHalf)) line.push(name)
    else lines.push([name])
  }
  return lines
}
