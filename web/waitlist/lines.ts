import { FIELDS, QUESTION_NAMES, type QuestionName } from '@ad-kit/contract'

const isHalf = (name: QuestionName): boolean => FIELDS[name].width === 'half'

/** The questions on each line of the form: two neighbouring halves share one. */
export const LINES: readonly (readonly QuestionName[])[] = QUESTION_NAMES.reduce<QuestionName[][]>(
  (lines, name) => {
    const line = lines.at(-1)
    if (line?.length === 1 && [...line, name].every(isHalf)) line.push(name)
    else lines.push([name])
    return lines
  },
  [],
)
