import {
  FIELDS,
  PORTABLE_NAMES,
  type PortableName,
  QUESTION_NAMES,
  type QuestionName,
} from '../../../../contract/waitlist.ts'
import { ANSWER_NAMES } from '../../list/inbox/signup.ts'

export type Cell = readonly [column: string, value: unknown]

/**
 * A column with both the first and the last name. It cannot be a question's name, because those never contain a space.
 */
const WHOLE_NAME = 'whole name'

type Meaning = QuestionName | PortableName | typeof WHOLE_NAME

/** Returns the same string for `First Name`, `first-name` and `FIRSTNAME`. */
const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** Column names in exports from Mailchimp, MailerLite, HubSpot, listmonk and Ghost. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'Email Address': 'email',
  Subscriber: 'email',
  FNAME: 'first_name',
  LNAME: 'last_name',
  Name: WHOLE_NAME,
  'Full name': WHOLE_NAME,
  'Company name': 'company',
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

const JOINING =
  '(?:add|creat|join|opt(?:ed)?in|registe?r|registr|sign(?:ed)?up|submi(?:t|ss)|subscri(?:b|pt))(?:e|ed|t?ed|ion|ation)?'

/**
 * Matches the time of joining in exports from other tools, such as `Subscription date` from Substack, `Created time`
 * from Notion, `Submitted at` from Tally and `Profile Created On` from Klaviyo. Without `date`, `at` or the like, a
 * column such as `Subscribed` may be a yes or no.
 */
const JOINED = new RegExp(
  `^(?:(?:profile)?${JOINING}(?:at|on|date|time|datetime|timestamp)|(?:date|time)(?:of)?${JOINING}|added|created|joined|timestamp|date|dateandtime|datetime)(?:utc|gmt)?$`,
)

function findMeaning(column: string): Meaning | undefined {
  const name = plain(column)
  return MEANINGS.get(name) ?? (JOINED.test(name) ? 'joined_at' : undefined)
}

/**
 * The meanings of the columns seen so far. Their number is limited, because each line of NDJSON can introduce new
 * columns.
 */
const found = new Map<string, Meaning | undefined>()
const MOST_FOUND = 1_000

/** Returns the field that a column contains. */
export function meaningOf(column: string): Meaning | undefined {
  if (found.size < MOST_FOUND && !found.has(column)) found.set(column, findMeaning(column))
  return found.has(column) ? found.get(column) : findMeaning(column)
}

/** Returns the question with this name or label. It is never the address, which identifies the person. */
export const findQuestion = (word: string) => ANSWER_NAMES.find((name) => name === meaningOf(word))

/** Returns a value as a string. NDJSON can nest objects, but an answer is a string. */
const textOf = (value: unknown): string =>
  value === undefined || typeof value === 'object' ? '' : String(value).trim()

/**
 * Returns a record's values by field. A field is empty if all its columns are, and missing if it has no column. If
 * several columns contain one field, the first value counts.
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
