import { type Conditions, conditionName } from '../../../contract/conditions.ts'
import { COLUMN_NAMES, isTime, QUESTION_NAMES } from '../../../contract/waitlist.ts'

/** For each condition's name, SQL that yields the text of a row of `people`, or NULL. */
const SUBJECTS: ReadonlyMap<string, string> = new Map([
  ...QUESTION_NAMES.map((name): [string, string] => [name, `answers->>'${name}'`]),
  ...COLUMN_NAMES.map((name): [string, string] => [
    conditionName(name),
    isTime(name) ? `CASE WHEN people.${name} IS NULL THEN 'no' ELSE 'yes' END` : `people.${name}`,
  ]),
])

/**
 * Returns SQL about a row of `people`, and its parameters. A question that the form has lost since the emails were
 * built matches no one.
 * @param first the number of the first parameter
 */
export function toSql(conditions: Conditions, first: number) {
  const terms = conditions.map(
    ({ name }, index) =>
      `lower(${SUBJECTS.get(name) ?? 'NULL'}) IN (SELECT lower(unnest($${first + index}::text[])))`,
  )
  return {
    sql: ['true', ...terms].join(' AND '),
    parameters: conditions.map(({ values }) => values),
  }
}
