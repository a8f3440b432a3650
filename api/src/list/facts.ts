import { columnLabel, FIELDS, QUESTION_NAMES } from '../../../contract/waitlist.ts'
import { safe } from '../system/format.ts'
import type { Person } from './person.ts'

/** An answer, a column or the honeypot's content. */
interface Fact {
  readonly name: string
  readonly label: string
  readonly value: string
}

/** The label of the honeypot would be an instruction. */
function labelOf(name: string): string {
  const question = QUESTION_NAMES.find((each) => each === name)
  return columnLabel(name) ?? (question ? FIELDS[question].label : safe(name))
}

/** Everything that is stored about a person, for owners. */
export const personFacts = (person: Person): Fact[] =>
  Object.entries(person).flatMap(([name, value]) =>
    value == null ? [] : [{ name, label: labelOf(name), value: String(value) }],
  )
