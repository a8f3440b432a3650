import type { Conditions } from '../../../../contract/conditions.ts'
import { QUESTION_NAMES, type QuestionName, REFERRALS } from '../../../../contract/waitlist.ts'
import type { Session } from '../../system/session.ts'
import { meets, toParameter } from './conditions.ts'
import { GROUPS, type Group } from './groups.ts'
import { folded } from './letter-case.ts'
import {
  PERSON_COLUMNS,
  type Person,
  type PersonRow,
  personColumns,
  QUARANTINE_COLUMNS,
  type QuarantineRow,
  toPerson,
  toQuarantined,
} from './person.ts'

interface Selection {
  readonly group?: Group
  /** Matches part of an address, an answer or the source, ignoring case and accents. An empty text matches everyone. */
  readonly text?: string | undefined
  readonly since?: Date | undefined
  /** Conditions do not apply to quarantined forms. */
  readonly where?: Conditions | undefined
}

/** Columns that people can be sorted by: their state, when they joined or claimed, their source, or an answer. */
export type OrderName = 'state' | 'joined_at' | 'claimed_at' | 'source' | QuestionName

export interface Order {
  readonly by: OrderName
  readonly isDescending: boolean
}

interface Chunk {
  /** By default, the latest come first. Quarantined forms cannot be ordered by state. */
  readonly order?: Order | undefined
  readonly limit: number
  readonly offset?: number
}

/** A state is the number of steps that a person has taken. */
const STEPS = (['listed', 'confirmed', 'invited', 'claimed'] as const)
  .map((group) => `(${GROUPS[group]})::integer`)
  .join(' + ')

function orderBy(table: string, { by, isDescending }: Order): string {
  const answer = QUESTION_NAMES.find((name) => name === by && name !== 'email')
  const column = by === 'email' ? 'mailbox' : `${table}.${by}`
  const sql = answer ? folded(`answers->>'${answer}'`) : column
  return `${by === 'state' ? STEPS : sql} ${isDescending ? 'DESC' : 'ASC'} NULLS LAST, mailbox`
}

/** Returns the column that orders a group by default. */
export const timeOfGroup = (group?: Group): 'claimed_at' | 'joined_at' =>
  group === 'claimed' ? 'claimed_at' : 'joined_at'

/** The text that a search covers: a person's address, source and answers, one per line. */
const TEXTS = `concat_ws(E'\\n', email, source, (SELECT string_agg(value, E'\\n') FROM jsonb_each_text(answers)))`

function select({ group = 'listed', text = '', since, where = [] }: Selection) {
  const isQuarantine = group === 'quarantined'
  const table = isQuarantine ? 'quarantine' : 'people'
  const conditions = isQuarantine ? [] : [toParameter(where)]
  return {
    isQuarantine,
    table,
    matching: `FROM ${table}
      WHERE ${isQuarantine ? 'true' : `${GROUPS[group]} AND ${meets('$3::jsonb')}`}
        AND ($1 = '' OR strpos(${folded(TEXTS)}, ${folded('$1')}) > 0)
        AND ($2::timestamptz IS NULL OR ${table}.joined_at >= $2)`,
    values: [text, since ?? null, ...conditions],
  }
}

export async function list(
  session: Session,
  { limit, offset = 0, order, ...selection }: Selection & Chunk,
): Promise<Person[]> {
  const { isQuarantine, table, matching, values } = select(selection)
  const { by, isDescending } = order ?? { by: timeOfGroup(selection.group), isDescending: true }
  const chunk = `${matching} ORDER BY ${orderBy(table, { by, isDescending })} LIMIT ${limit} OFFSET ${offset}`
  if (isQuarantine) {
    const sql = `SELECT ${QUARANTINE_COLUMNS} ${chunk}`
    return (await session.query<QuarantineRow>(sql, values)).map(toQuarantined)
  }
  const sql = `SELECT ${PERSON_COLUMNS} ${chunk}`
  return (await session.query<PersonRow>(sql, values)).map(toPerson)
}

/** Counts the people that `list` would return without its limit. */
export function countSelection(session: Session, selection: Selection): Promise<number> {
  const { matching, values } = select(selection)
  return session.value(`SELECT count(*)::integer ${matching}`, values)
}

/** Counts everyone's friends at once. Calling the function for each row would take longer than the whole export. */
const COUNTED_FRIENDS = `CASE WHEN referral_code IS NOT NULL THEN coalesce(friends, 0) END AS ${REFERRALS.name}`

/** Yields everyone on the list in chunks, in order of joining, with the given columns. Needs a transaction. */
export async function* listedPeople(
  session: Session,
  names: readonly string[],
  referrals: boolean,
): AsyncGenerator<Person[]> {
  const rows = session.chunks<PersonRow>(
    `SELECT ${personColumns(names)}${referrals ? `, ${COUNTED_FRIENDS}` : ''}
     FROM people LEFT JOIN referrers USING (mailbox) WHERE ${GROUPS.listed}
     ORDER BY people.joined_at, mailbox`,
  )
  for await (const chunk of rows) yield chunk.map(toPerson)
}
