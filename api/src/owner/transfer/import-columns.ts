import {
  FIELDS,
  PORTABLE_NAMES,
  type PortableName,
  QUESTION_NAMES,
  type QuestionName,
} from '../../../../contract/waitlist.ts'

export type Cell = readonly [column: string, value: unknown]

/** A column with the first and the last name. No question has a space in its name. */
const WHOLE_NAME = 'whole name'

type Meaning = QuestionName | PortableName | typeof WHOLE_NAME

/** Returns the same text for `First Name`, `first-name` and `FIRSTNAME`. */
const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** Column names in exports of Mailchimp, MailerLite, Klaviyo, HubSpot, listmonk, Ghost and hosted waitlists. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'Email Address': 'email',
  Subscriber: 'email',
  FNAME: 'first_name',
  LNAME: 'last_name',
  Name: WHOLE_NAME,
  'Full name': WHOLE_NAME,
  'Company name': 'company',
  'Created at': 'joined_at',
  'Create Date': 'joined_at',
  'Date Added': 'joined_at',
  'Opt-in time': 'joined_at',
  'Profile Created On': 'joined_at',
  'Signup Date': 'joined_at',
  'Subscribed at': 'joined_at',
  'Confirm time': 'confirmed_at',
  utm_source: 'source',
}

const OWN: readonly string[] = [...QUESTION_NAMES, ...PORTABLE_NAMES, WHOLE_NAME]

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  [
    ...Object.entries(ELSEWHERE).filter(([, name]) => OWN.includes(name)),
    ...QUESTION_NAMES.map((name) => [FIELDS[name].label, name] as const),
    ...OWN.map((name) => [name, name] as const),
  ].map(([column, name]) => [plain(column), name as Meaning]),
)

/** Returns the field that a column contains. */
export const meaningOf = (column: string): Meaning | undefined => MEANINGS.get(plain(column))

/** Returns a value as a text. NDJSON can nest objects, but an answer is a text. */
const textOf = (value: unknown): string =>
  value === undefined || typeof value === 'object' ? '' : String(value).trim()

/**
 * Returns a record's values by field: empty if every column of the field is empty, missing without a column. If several
 * columns contain one field, the first value counts.
 */
export function valuesOf(cells: readonly Cell[]): Partial<Record<string, string>> {
  const values: Partial<Record<string, string>> = {}
  for (const [column, value] of cells) {
    const name = meaningOf(column)
    if (name !== undefined) values[name] ||= textOf(value)
  }
  const { [WHOLE_NAME]: whole, first_name, last_name, ...others } = values
  if (!whole) return values
  // The first word is the first name. If the last name is known, everything before it is the first name.
  const [, first = whole, rest] = /^(\S+)\s+(.+)$/s.exec(whole) ?? []
  const before = whole.endsWith(` ${last_name}`) ? whole.slice(0, -(last_name ?? '').length) : whole
  return {
    ...others,
    first_name: first_name || (last_name ? before.trim() : first),
    ...((last_name || rest) && { last_name: last_name || rest }),
  }
}
