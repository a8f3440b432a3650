import { type Conditions, conditionName } from '../../../contract/conditions.ts'
import { COLUMN_NAMES, isTime, QUESTION_NAMES } from '../../../contract/waitlist.ts'

/** SQL about a row of `people` for each name of a condition: a text, or NULL. */
const SUBJECTS: ReadonlyMap<string, string> = new Map([
  ...QUESTION_NAMES.map((name): [string, string] => [name, `answers->>'${name}'`]),
  ...COLUMN_NAMES.map((name): [string, string] => [
    conditionName(name),
    isTime(name) ? `CASE WHEN people.${name} IS NULL THEN 'no' ELSE 'yes' END` : `people.${name}`,
  ]),
])

/**
 * SQL about a row of `people`, and its parameters. A question that the form had when the emails were built, and has no
 * more, matches nobody.
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
