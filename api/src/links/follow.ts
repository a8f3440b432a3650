import { type HeldData, isTime, TOKEN } from '../../../contract/waitlist.ts'
import type { Database } from '../system/pool.ts'
import { secretFinder } from './spoiled.ts'
import { hashToken } from './tokens.ts'

const findToken = secretFinder(String.raw`[\w-]`, 43)

/** Returns the token in a link's query, or undefined. The `&` before it may still be escaped as `&amp;`. */
export function tokenOf({ query }: { readonly query: unknown }): string | undefined {
  const { [TOKEN]: plain, [`amp;${TOKEN}`]: escaped } = Object(query)
  return findToken(String(plain ?? escaped))
}

export type LinkAction = 'leave_by_link' | 'erase_by_link'

/** Calls a database function with a token. Returns undefined for an unknown link. */
async function call<Result>(
  database: Database,
  name: LinkAction | 'confirm_by_link' | 'friends_by_link' | 'data_by_link',
  token: unknown,
  ...values: readonly boolean[]
): Promise<Result | undefined> {
  const hash = hashToken(token)
  if (hash === undefined) return undefined
  const parameters = [hash, ...values]
  const places = parameters.map((_, index) => `$${index + 1}`)
  const statement = { name, text: `SELECT ${name}(${places}) AS result` }
  const [row] = await database.query<{ result: Result | null }>(statement, parameters)
  return row?.result ?? undefined
}

/** Runs a link's action. Returns false if the link is unknown. */
export const followLink = async (
  database: Database,
  action: LinkAction,
  token: unknown,
): Promise<boolean> => (await call<boolean>(database, action, token)) === true

/**
 * Confirms an address. Nothing changes if it returns `click` (the person left and must click the button) or undefined
 * (the link is unknown or no longer confirms).
 */
export const confirmAddress = (
  database: Database,
  token: unknown,
  isClicked: boolean,
): Promise<'confirmed' | 'click' | undefined> => call(database, 'confirm_by_link', token, isClicked)

export interface Friends {
  /** The code in the person's referral link. */
  readonly code: string
  /** The place in line, starting at 1. Null for a person who is not in line. */
  readonly place: number | null
  /** The number of friends who have confirmed. */
  readonly friends: number
  /** True while the person is in line, so that friends move them up. An invitation ends this. */
  readonly in_line: boolean
}

/** Returns undefined for an unknown link or an unconfirmed person. */
export const readFriends = (database: Database, token: unknown): Promise<Friends | undefined> =>
  call(database, 'friends_by_link', token)

interface HeldForm {
  readonly answers: Readonly<Record<string, string>>
  readonly [column: string]: unknown
}

interface HeldRow extends HeldForm {
  readonly pending_form: HeldForm | null
  readonly mails: HeldData['mails']
}

/** Converts a time from Postgres, which includes an offset, to UTC. */
const inUtc = (time: string): string => new Date(time).toJSON()

/** Returns a form's texts as pairs of name and value. */
const textsOf = ({ email, answers, ...columns }: HeldForm) => [
  ['email', String(email)],
  ...Object.entries(answers),
  ...Object.entries(columns).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, isTime(name) ? inUtc(value) : value]] : [],
  ),
]

const toHeldData = ({ pending_form, mails, ...row }: HeldRow): HeldData => ({
  ...Object.fromEntries(textsOf(row)),
  ...(pending_form && { pending_form: Object.fromEntries(textsOf(pending_form)) }),
  mails: mails.map(({ at, ...mail }) => ({ ...mail, at: inUtc(at) })),
})

/** Returns what is stored about a link's person, or undefined for an unknown link. */
export async function readHeldData(
  database: Database,
  token: unknown,
): Promise<HeldData | undefined> {
  const held = await call<HeldRow>(database, 'data_by_link', token)
  return held && toHeldData(held)
}
