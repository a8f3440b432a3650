import {
  FIELDS,
  PORTABLE_NAMES,
  type PortableName,
  QUESTION_NAMES,
  type QuestionName,
} from '../../../contract/waitlist.ts'

type ImportedName = QuestionName | PortableName

/** `First Name`, `first-name` and `FIRSTNAME` are one name. */
const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

type Columns = readonly (readonly [column: string, ImportedName])[]

const index = (columns: Columns): ReadonlyMap<string, ImportedName> =>
  new Map(columns.map(([column, name]) => [plain(column), name]))

const OWN = index([
  ...QUESTION_NAMES.map((name) => [FIELDS[name].label, name] as const),
  ...[...QUESTION_NAMES, ...PORTABLE_NAMES].map((name) => [name, name] as const),
])

/** What other tools call the answers and times of a person, in their exports. */
const ELSEWHERE: Readonly<Partial<Record<string, string>>> = {
  email:
    'Email Address, Contact Email, Subscriber, Subscriber Email, User Email, User Email Address',
  first_name: 'FNAME, Forename',
  last_name: 'LNAME, Surname',
  company: 'Company Name, Organisation',
  joined_at:
    'Subscribed at, Created at, Create Date, Date Added, Opt-in Time, Opt-in Date, Opted in at, ' +
    'Profile Created On, Signup Date, Signed up at, Subscription Created at, Subscription Date',
  confirmed_at: 'Confirm Time, Confirmation Time',
  source: 'utm_source',
}

const OTHER = index([
  // `given-name` and others of the HTML standard, which address books use too
  ...QUESTION_NAMES.map((name) => [FIELDS[name].autocomplete, name] as const).filter(
    ([word]) => word !== 'off',
  ),
  ...[...QUESTION_NAMES, ...PORTABLE_NAMES].flatMap((name) =>
    (ELSEWHERE[name] ?? name).split(', ').map((column) => [column, name] as const),
  ),
])

const WHOLE_NAME: readonly string[] = ['name', 'fullname']

const FIRST_NAME = QUESTION_NAMES.find((name) => name === 'first_name')

/** The question or time that a column stands for. */
export function columnName(column: string): ImportedName | undefined {
  const key = plain(column)
  return OWN.get(key) ?? OTHER.get(key) ?? (WHOLE_NAME.includes(key) ? FIRST_NAME : undefined)
}

/** The first word is the first name, unless the last name is known: then it is all before that. */
function splitName(whole: string, lastName: string | undefined) {
  if (lastName === undefined) {
    const space = whole.search(/\s/)
    if (space === -1) return { first_name: whole }
    return { first_name: whole.slice(0, space), last_name: whole.slice(space) }
  }
  const before = whole.endsWith(` ${lastName}`) ? whole.slice(0, -lastName.length) : whole
  return { first_name: before }
}

/** NDJSON can nest objects, but an answer is a text. */
const textOf = (value: unknown): string =>
  value === undefined || typeof value === 'object' ? '' : String(value).trim()

/**
 * The values of a record by what they stand for. If several columns stand for one, the first with a value
 * counts, and our own names count before those of other tools.
 */
export function valuesOf(columns: Readonly<Record<string, unknown>>): Record<string, string> {
  const filled = Object.entries(columns)
    .map(([column, value]) => [plain(column), textOf(value)] as const)
    .filter(([, text]) => text !== '')
  const values: Record<string, string> = {}
  for (const names of [OWN, OTHER]) {
    for (const [column, text] of filled) {
      const name = names.get(column)
      if (name !== undefined) values[name] ??= text
    }
  }
  const whole = filled.find(([column]) => WHOLE_NAME.includes(column))?.[1]
  return whole === undefined ? values : { ...splitName(whole, values['last_name']), ...values }
}
