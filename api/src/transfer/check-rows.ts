import Type, { type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { OwnerError } from '../../../contract/owner-error.ts'
import { findProblem, REFERRAL_CODE_PATTERN, SOURCE_PATTERN } from '../../../contract/waitlist.ts'
import type { Session } from '../database/session.ts'
import { emailKey } from '../inbox/identity.ts'
import { number } from '../text/format.ts'
import type { Batch } from './backup-file.ts'
import { listOf, quote, STAGING, type Table } from './tables.ts'

// A checksum proves no origin: anybody can make a file with a good one. What Postgres accepts as a value of a column
// can still harm an email, a terminal or a page, so each value is also checked by its type, or by its name.

/** One line, as the form requires of every answer. */
const line = Type.String({ maxLength: 10_000, pattern: '^[^\\p{Cc}\\p{Cs}\\u2028\\u2029]*$' })
const word = Type.String({ pattern: '^[\\w-]{0,100}$' })
const name = Type.String({ pattern: '^\\w{1,100}$' })
const scalar = Type.Union([Type.Null(), Type.Boolean(), Type.Number(), line])

/** No time is infinite, before Christ, or too late to be written in four digits. */
const DAY = '^[12]\\d{3}-\\d\\d-\\d\\d'

const BY_TYPE: Readonly<Record<string, TSchema>> = {
  text: line,
  bytea: Type.String({ maxLength: 1_000 }),
  jsonb: Type.Record(name, scalar, { additionalProperties: false }),
  date: Type.String({ pattern: `${DAY}$` }),
  'timestamp with time zone': Type.String({ pattern: `${DAY}T` }),
}

const isIdentity = (key: string): boolean => emailKey(key) === key

const BY_NAME: Readonly<Record<string, TSchema>> = {
  email: Type.Refine(Type.String(), (email) => findProblem('email', email) === undefined),
  email_key: Type.Refine(Type.String({ maxLength: 1_000 }), isIdentity),
  answers: Type.Record(name, line, { additionalProperties: false }),
  source: Type.String({ pattern: `^$|${SOURCE_PATTERN}` }),
  referral_code: Type.String({ pattern: REFERRAL_CODE_PATTERN }),
  path: Type.String({ pattern: '^/[\\w./-]*$' }),
  secret: Type.String({ pattern: '^\\\\x[\\da-f]{64}$' }),
  letter: word,
  code: word,
  command: Type.String({ pattern: '^[\\w -]{1,100}$' }),
  // a letter has lines, and is what an owner has written
  html: Type.String(),
  text: Type.String(),
}

type Row = Readonly<Record<string, unknown>>

/** Another mailbox than that of the address would get past an erasure. */
const isOther = ({ email, email_key: key }: Row): boolean =>
  typeof email === 'string' && emailKey(email) !== key

/** Returns a function that finds the column of a row with a value that no version of the program has written. */
export function checkerOf({ columns }: Pick<Table, 'columns'>): (row: Row) => string | undefined {
  const schemas = columns.map(({ name, type }) => {
    const schema = BY_NAME[name] ?? BY_TYPE[type]
    return [name, schema ? Type.Union([Type.Null(), schema]) : Type.Unknown()] as const
  })
  const validator = Compile(Type.Object(Object.fromEntries(schemas)))
  return (row) => {
    if (validator.Check(row)) return isOther(row) ? 'email_key' : undefined
    const [error] = validator.Errors(row)
    return error?.instancePath.split('/')[1] || 'a column'
  }
}

/** The columns of a row. A row that is no JSON has none here: Postgres refuses it when it is loaded. */
function columnsOf(row: string): string[] {
  try {
    return Object.keys(Object(JSON.parse(row)))
  } catch {
    return []
  }
}

/**
 * Checks that a table has the columns of rows, because Postgres would leave out the others without a word.
 * @throws OwnerError
 */
export function checkColumns({ name, names }: Table, { rows, line }: Batch): void {
  const known = new Set(names)
  const index = rows.findIndex((row) => columnsOf(row).some((column) => !known.has(column)))
  if (index === -1) return
  throw new OwnerError(
    `Line ${number(line + index)} has a row of ${name} with a column that is not known here. Nothing was changed.`,
  )
}

/**
 * Checks the rows of a staged table.
 * @throws OwnerError
 */
export async function checkRows(session: Session, table: Table): Promise<void> {
  const find = checkerOf(table)
  const portions = session.portions<{ row: Row }>(
    `SELECT row_to_json(entry) AS row
     FROM (SELECT ${listOf(table.columns)} FROM ${STAGING}.${quote(table.name)}) AS entry`,
  )
  for await (const rows of portions) {
    for (const { row } of rows) {
      const column = find(row)
      if (column === undefined) continue
      throw new OwnerError(
        `The backup has a row of ${table.name} whose ${column} is not valid. Nothing was changed.`,
      )
    }
  }
}
