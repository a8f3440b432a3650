import { type HeldData, isTime, TOKEN } from '../../../contract/waitlist.ts'
import type { Database } from '../system/pool.ts'
import { hashToken } from './link-tokens.ts'

/** A token between what mail programs add to an address: `3D` of quoted-printable, brackets and spaces. */
const SPOILED = /^[^\w-]*(?:3D)?([\w-]{43})(?![\w-])/

/** The token in the query of a link, which may be escaped as in HTML. Undefined for none. */
export function tokenOf({ query }: { readonly query: unknown }): string | undefined {
  const { [TOKEN]: plain, [`amp;${TOKEN}`]: escaped } = Object(query)
  return SPOILED.exec(String(plain ?? escaped))?.[1]
}

/** Functions of the database that act on the person of a link (migrations/functions.sql). */
export type LinkAction = 'leave_by_link' | 'erase_by_link'

/** Calls a function of the database with a token. Undefined for an unknown link. */
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

/** Does what a link is for. Returns false for an unknown link, and for one that is too old. */
export const followLink = async (
  database: Database,
  action: LinkAction,
  token: unknown,
): Promise<boolean> => (await call<boolean>(database, action, token)) === true

/**
 * Confirms an address. Nothing is changed with `click`: the person has left, and must click the button; and with
 * undefined: the link is unknown or too old.
 */
export const confirmAddress = (
  database: Database,
  token: unknown,
  isClicked: boolean,
): Promise<'confirmed' | 'click' | undefined> => call(database, 'confirm_by_link', token, isClicked)

/** The place in line and the friends of a person who has confirmed. */
export interface Friends {
  /** Of the person's link. */
  readonly code: string
  /** In line for an invitation, from 1. Null for a person who is invited. */
  readonly place: number | null
  /** Friends who have confirmed. */
  readonly friends: number
  /** Whether friends move the person up: false for a person who is invited. */
  readonly in_line: boolean
}

/** Undefined for an unknown link, and unless its person has confirmed. */
export const readFriends = (database: Database, token: unknown): Promise<Friends | undefined> =>
  call(database, 'friends_by_link', token)

interface HeldRow {
  readonly answers: Readonly<Record<string, string>>
  readonly mails: HeldData['mails']
  readonly [column: string]: unknown
}

/** Postgres writes a time with the offset of its own zone. */
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

/** What is held about the person of a link, or undefined for an unknown link. */
export async function readHeldData(
  database: Database,
  token: unknown,
): Promise<HeldData | undefined> {
  const held = await call<HeldRow>(database, 'data_by_link', token)
  return held && toHeldData(held)
}
