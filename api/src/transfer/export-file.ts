import { type Options, stringify } from 'csv-stringify/sync'
import { PORTABLE_NAMES, QUESTION_NAMES, REFERRALS } from '../../contract/waitlist.ts'
import type { Person } from '../people/person.ts'

export const FORMATS = ['csv', 'ndjson'] as const
export type Format = (typeof FORMATS)[number]

const MEMBERS = [...QUESTION_NAMES, ...PORTABLE_NAMES, REFERRALS.name]
const WITHOUT_REFERRALS = MEMBERS.filter(
  (name) => name !== 'referral_code' && name !== REFERRALS.name,
)

/** @param referrals whether REFERRALS is on */
const membersOf = (referrals: boolean) => (referrals ? MEMBERS : WITHOUT_REFERRALS)

/** A spreadsheet that takes semicolons or tabs for separators would begin a cell after them. */
const defuse = (text: string): string => text.replace(/([;\t])(?=[=+\-@＝＋－＠])/g, "$1'")

const csvOptions = (referrals: boolean): Options => ({
  columns: [...membersOf(referrals)],
  escape_formulas: true,
  record_delimiter: 'windows',
  cast: { string: defuse },
})

/** The first line of a CSV file. */
export const csvHeader = (referrals = true): string =>
  stringify([], { ...csvOptions(referrals), header: true })

const pick = (person: Person, referrals: boolean) =>
  Object.fromEntries(membersOf(referrals).map((name) => [name, person[name] ?? null]))

/** A line for each person. */
export const linesOf = (people: readonly Person[], format: Format, referrals = true): string =>
  format === 'csv'
    ? stringify([...people], csvOptions(referrals))
    : people.map((person) => `${JSON.stringify(pick(person, referrals))}\n`).join('')
