import {
  FIELDS,
  PORTABLE_NAMES,
  type PortableName,
  QUESTION_NAMES,
  type QuestionName,
} from '../../../../contract/waitlist.ts'

/** A cell of a record, with the name of its column. */
export type Cell = readonly [column: string, value: unknown]

/** A column with the first and the last name. No question has a space in its name. */
const WHOLE_NAME = 'whole name'

type Meaning = QuestionName | PortableName | typeof WHOLE_NAME

/** `First Name`, `first-name` and `FIRSTNAME` are one name. */
const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** What Mailchimp, MailerLite, Klaviyo, HubSpot, listmonk, Ghost and hosted waitlists call them in their exports. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  email: ['Email Address', 'Subscriber'],
  first_name: ['FNAME'],
  last_name: ['LNAME'],
  [WHOLE_NAME]: ['Name', 'Full name'],
  company: ['Company name'],
  joined_at: [
    'Created at',
    'Create Date',
    'Date Added',
    'Opt-in time',
    'Profile Created On',
    'Signup Date',
    'Subscribed at',
  ],
  confirmed_at: ['Confirm time'],
  source: ['utm_source'],
}

const OWN = [...QUESTION_NAMES, ...PORTABLE_NAMES]

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  [
    ...[...OWN, WHOLE_NAME].flatMap((name) =>
      (ELSEWHERE[name] ?? []).map((column) => [column, name] as const),
    ),
    // `given-name` and others of the HTML standard, which address books use too
    ...QUESTION_NAMES.map((name) => [FIELDS[name].autocomplete, name] as const).filter(
      ([word]) => word !== 'off',
    ),
    ...QUESTION_NAMES.map((name) => [FIELDS[name].label, name] as const),
    ...OWN.map((name) => [name, name] as const),
  ].map(([column, name]) => [plain(column), name as Meaning]),
)

/** What a column stands for. */
export const meaningOf = (column: string): Meaning | undefined => MEANINGS.get(plain(column))

/** The first word is the first name, unless the last name is known: then it is all before that. */
function splitName(whole: string, lastName: string | undefined) {
  if (!lastName) {
    const space = whole.search(/\s/)
    if (space === -1) return { first_name: whole }
    return { first_name: whole.slice(0, space), last_name: whole.slice(space).trim() }
  }
  const before = whole.endsWith(` ${lastName}`) ? whole.slice(0, -lastName.length) : whole
  return { first_name: before.trim() }
}

/** NDJSON can nest objects, but an answer is a text. */
const textOf = (value: unknown): string =>
  value === undefined || typeof value === 'object' ? '' : String(value).trim()

/**
 * The values of a record by what they stand for: empty where each column is empty, missing where there is none. If
 * several columns stand for one, the first with a value counts.
 */
export function valuesOf(cells: readonly Cell[]): Partial<Record<string, string>> {
  const values: Partial<Record<string, string>> = {}
  for (const [column, value] of cells) {
    const name = meaningOf(column)
    if (name !== undefined) values[name] ||= textOf(value)
  }
  const { [WHOLE_NAME]: whole, ...others } = values
  if (!whole) return others
  for (const [name, part] of Object.entries(splitName(whole, others['last_name']))) {
    others[name] ||= part
  }
  return others
}
