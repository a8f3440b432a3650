import { type Conditions, conditionName } from '../../../../contract/conditions.ts'
import { COLUMN_NAMES, isTime, QUESTION_NAMES } from '../../../../contract/waitlist.ts'
import { lowered } from './letter-case.ts'

const FRIENDS = 'coalesce(people.referrals, 0)'

/** SQL for what a condition compares in a row of `people`, by the condition's name. It returns text or NULL. */
const SUBJECTS: readonly (readonly [name: string, sql: string])[] = [
  ...QUESTION_NAMES.map((name) => [name, `answers->>'${name}'`] as const),
  ...COLUMN_NAMES.map(
    (name) =>
      [
        conditionName(name),
        isTime(name)
          ? `CASE WHEN people.${name} IS NULL THEN 'no' ELSE 'yes' END`
          : `people.${name}`,
      ] as const,
  ),
  ['friends', `${FRIENDS}::text`],
]

const NUMBERS = 'ANY (ARRAY(SELECT jsonb_array_elements_text("values"))::integer[])'

const SUBJECT = SUBJECTS.map(([name, sql]) => `WHEN '${name}' THEN ${sql}`).join(' ')

/**
 * Returns SQL that tells whether a row of `people` meets all conditions. A question that the form no longer asks
 * matches no one. The first comparison also stops the planner from underestimating the matches.
 * @param conditions SQL for the conditions as `jsonb`, or NULL for none
 */
export const meets = (
  conditions: string,
): string => `(coalesce(${conditions}, '[]') = '[]' OR NOT EXISTS (
  SELECT FROM jsonb_to_recordset(${lowered(`${conditions}::text`)}::jsonb) AS condition (name text, "values" jsonb)
  WHERE (CASE condition.name WHEN 'friends>=' THEN ${FRIENDS} >= ${NUMBERS} WHEN 'friends<' THEN ${FRIENDS} < ${NUMBERS}
    ELSE "values" ? ${lowered(`(CASE condition.name ${SUBJECT} END)`)} END) IS NOT TRUE
))`

/** Returns conditions as a parameter for `meets`. */
export const toParameter = (conditions: Conditions): string => JSON.stringify(conditions)
