import { type Options, stringify } from 'csv-stringify/sync'
import { PORTABLE_NAMES, QUESTION_NAMES, REFERRALS } from '../../../../contract/waitlist.ts'
import { listedPeople } from '../../list/people/people.ts'
import type { Person } from '../../list/people/person.ts'
import type { Session } from '../../system/session.ts'
import { defuse } from './formulas.ts'

export type Format = 'csv' | 'ndjson'

const MEMBERS = [...QUESTION_NAMES, ...PORTABLE_NAMES, REFERRALS.name]
const WITHOUT_REFERRALS = MEMBERS.filter(
  (name) => name !== 'referral_code' && name !== REFERRALS.name,
)

const membersOf = (referrals: boolean) => (referrals ? MEMBERS : WITHOUT_REFERRALS)

const csvOptions = (referrals: boolean): Options => ({
  columns: [...membersOf(referrals)],
  record_delimiter: 'windows',
  cast: { string: defuse },
})

/** Returns the first line of a CSV file. Excel reads UTF-8 only if the file starts with a byte order mark. */
export const csvHeader = (referrals = true): string =>
  stringify([], { ...csvOptions(referrals), bom: true, header: true })

const pick = (person: Person, referrals: boolean) =>
  Object.fromEntries(membersOf(referrals).map((name) => [name, person[name] ?? null]))

/** Returns a line for each person. */
export const linesOf = (people: readonly Person[], format: Format, referrals = true): string =>
  format === 'csv'
    ? stringify([...people], csvOptions(referrals))
    : people.map((person) => `${JSON.stringify(pick(person, referrals))}\n`).join('')

/** Yields the list in order of joining, as chunks of text. Needs a snapshot transaction. */
export async function* exportPeople(
  session: Session,
  format: Format,
  { referrals = true }: { readonly referrals?: boolean } = {},
): AsyncGenerator<string> {
  if (format === 'csv') yield csvHeader(referrals)
  for await (const people of listedPeople(session, PORTABLE_NAMES, referrals)) {
    yield linesOf(people, format, referrals)
  }
}
