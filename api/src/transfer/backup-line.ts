import Type, { type TObject, type TProperties, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { COLUMN_NAMES, COLUMNS, SOURCE_PATTERN } from '../../contract/waitlist.ts'
import { emailKey } from '../inbox/identity.ts'
import type { Kind } from './backup.ts'

// What every version of the program has written, and nothing that could harm: a mail, a terminal or a
// statement. The form's rules are stricter, but they change, and people who joined before must stay.

/** One line, as the form requires of every answer. */
const text = (longest: number) =>
  Type.String({ maxLength: longest, pattern: '^[^\\p{Cc}\\p{Cs}\\u2028\\u2029]*$' })
const word = text(100)
const line = text(10_000)
/** A letter has lines; Postgres refuses NUL. */
const letter = Type.String({ pattern: '^[^\\u0000\\p{Cs}]*$' })

const ATOM = '[^\\s@<>()\\[\\],;:\\\\"\\p{Cc}\\p{Cs}\\p{Default_Ignorable_Code_Point}]'
/** Both the address and the identity; punycode is longer than an address. */
const address = Type.String({ maxLength: 1_000, pattern: `^${ATOM}+@${ATOM}+$` })

const hex = Type.String({ maxLength: 1_000, pattern: '^(?:[\\da-f]{2})+$' })
const bytea = Type.String({ maxLength: 1_000, pattern: '^\\\\x(?:[\\da-f]{2})*$' })
const uuid = Type.String({ pattern: '^[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}$' })
const amount = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })

const YEAR_TO_DAY = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])'
const DAY = `^${YEAR_TO_DAY}$`

/** As Postgres writes a time in JSON, in any time zone. */
const TIME = `^${YEAR_TO_DAY}T(?:[01]\\d|2[0-3])(?::[0-5]\\d){2}(?:\\.\\d{1,6})?(?:Z|[+-]\\d\\d(?::\\d\\d){0,2})$`

function isDay(time: string): boolean {
  const date = time.slice(0, 10)
  // every month has it, as the pattern has checked; this saves half of the time
  if (date.slice(8) <= '28') return true
  const day = Date.parse(date)
  return !Number.isNaN(day) && new Date(day).toISOString().startsWith(date)
}
const time = Type.Refine(Type.String({ pattern: TIME }), isDay)

const orNull = (schema: TSchema) => Type.Union([Type.Null(), schema])
const scalar = Type.Union([Type.Null(), Type.Boolean(), Type.Number(), line])

/** Further members are columns of a later version. */
const object = (members: TProperties): TObject =>
  Type.Object({ kind: word, ...members }, { additionalProperties: scalar })

/** Versions before a column do not have it. */
const columns = Object.fromEntries(
  COLUMN_NAMES.map((name) => {
    const value = orNull(COLUMNS[name].type === 'time' ? time : line)
    return [name, name === 'joined_at' ? time : Type.Optional(value)]
  }),
)

const SCHEMAS: Readonly<Record<Kind, TObject>> = {
  hash_key: object({ id: uuid, secret: hex, created_at: time }),
  erasure: object({ person: hex, key_id: uuid, erased_at: time }),
  history: object({
    at: time,
    command: word,
    key_id: orNull(uuid),
    person: orNull(hex),
    detail: Type.Record(word, scalar, { additionalProperties: false }),
  }),
  signup: object({
    email: address,
    email_key: address,
    answers: Type.Record(word, line, { additionalProperties: false }),
    honeypot: orNull(line),
    ...columns,
  }),
  link: object({ token: hex, email_key: address, created_at: time }),
  announcement: object({
    id: word,
    subject: line,
    html: orNull(letter),
    text: orNull(letter),
    created_at: time,
  }),
  delivery: object({
    id: uuid,
    what: word,
    email_key: orNull(address),
    mailbox: bytea,
    about: line,
    at: time,
    outcome: Type.String({ enum: ['sent', 'failed'] }),
    attempts: amount,
    reply: orNull(line),
  }),
  task: object({
    id: uuid,
    what: word,
    email_key: address,
    about: line,
    created_at: time,
    due_at: time,
    attempts: amount,
    reply: orNull(line),
  }),
  arrival: object({ email_key: address, arrived_at: time }),
  visit: object({
    day: Type.Refine(Type.String({ pattern: DAY }), isDay),
    path: Type.String({ maxLength: 200, pattern: '^/[\\w./-]*$' }),
    source: Type.String({ pattern: `^$|${SOURCE_PATTERN}` }),
    count: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  }),
}

const validators = new Map(
  Object.entries(SCHEMAS).map(([kind, schema]) => [kind, Compile(schema)] as const),
)

/** Another identity than that of the address would get past an erasure. */
const isOtherPerson = (email: unknown, key: unknown): boolean =>
  email !== key && emailKey(String(email)) !== emailKey(String(key))

/** The member of a line that no version of the program has written, or undefined. */
export function badMember(
  kind: Kind,
  value: Readonly<Record<string, unknown>>,
): string | undefined {
  const validator = validators.get(kind)
  if (validator !== undefined && !validator.Check(value)) {
    const [error] = validator.Errors(value)
    return error?.instancePath.split('/')[1] || 'a missing member'
  }
  if (kind === 'signup' && isOtherPerson(value['email'], value['email_key'])) return 'email_key'
  return undefined
}
