import { columnLabel, FIELDS, QUESTION_NAMES } from '../../../../contract/waitlist.ts'
import { safe } from '../../system/format.ts'
import type { Person } from './person.ts'

interface Fact {
  readonly name: string
  readonly label: string
  readonly value: string
}

/** The honeypot's label is an instruction, so its name is shown here instead. */
function labelOf(name: string): string {
  const question = QUESTION_NAMES.find((each) => each === name)
  return columnLabel(name) ?? (question ? FIELDS[question].label : safe(name))
}

/** Returns every stored fact about a person, for owners. */
export const personFacts = (person: Person): Fact[] =>
  Object.entries(person).flatMap(([name, value]) =>
    value == null ? [] : [{ name, label: labelOf(name), value: String(value) }],
  )
