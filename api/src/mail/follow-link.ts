import { type HeldData, isTime, TOKEN } from '../../../contract/waitlist.ts'
import type { Database } from '../system/pool.ts'
import { hashToken } from './link-tokens.ts'

/** Mail programs put `3D` of quoted-printable, brackets and spaces around a token. */
const SPOILED = /^[^\w-]*(?:3D)?([\w-]{43})(?![\w-])/

/** Returns the token of a link's query, which may be escaped as in HTML, or undefined. */
export function tokenOf({ query }: { readonly query: unknown }): string | undefined {
  const { [TOKEN]: plain, [`amp;${TOKEN}`]: escaped } = Object(query)
  return SPOILED.exec(String(plain ?? escaped))?.[1]
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

/** Runs a link's action. Returns false if the link is unknown or too old. */
export const followLink = async (
  database: Database,
  action: LinkAction,
  token: unknown,
): Promise<boolean> => (await call<boolean>(database, action, token)) === true

/**
 * Confirms an address. It changes nothing if it returns `click` (the person left and must click the button) or
 * undefined (the link is unknown or too old).
 */
export const confirmAddress = (
  database: Database,
  token: unknown,
  isClicked: boolean,
): Promise<'confirmed' | 'click' | undefined> => call(database, 'confirm_by_link', token, isClicked)

export interface Friends {
  /** The code of the person's link. */
  readonly code: string
  /** The place in line from 1, or null for an invited person. */
  readonly place: number | null
  /** Confirmed friends. */
  readonly friends: number
  /** Whether friends move the person up: false once invited. */
  readonly in_line: boolean
}

/** Returns undefined for an unknown link or an unconfirmed person. */
export const readFriends = (database: Database, token: unknown): Promise<Friends | undefined> =>
  call(database, 'friends_by_link', token)

interface HeldRow {
  readonly answers: Readonly<Record<string, string>>
  readonly mails: HeldData['mails']
  readonly [column: string]: unknown
}

/** Postgres writes a time with its zone's offset. */
const inUtc = (time: string): string => new Date(time).toJSON()

function toHeldData({ email, answers, mails, ...columns }: HeldRow): HeldData {
  const texts = Object.entries(columns).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, isTime(name) ? inUtc(value) : value]] : [],
  )
  return {
    email,
    ...answers,
    ...Object.fromEntries(texts),
    mails: mails.map(({ at, ...mail }) => ({ ...mail, at: inUtc(at) })),
  }
}

/** Returns what is stored about a link's person, or undefined for an unknown link. */
export async function readHeldData(
  database: Database,
  token: unknown,
): Promise<HeldData | undefined> {
  const held = await call<HeldRow>(database, 'data_by_link', token)
  return held && toHeldData(held)
}
