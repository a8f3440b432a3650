import { createHash, randomBytes } from 'node:crypto'
import { LINK_PATHS, TOKEN } from '../../contract/waitlist.ts'
import type { Session } from '../session.ts'

const BYTES = 32
const TOKEN_PATTERN = /^[\w-]{43}$/

const hash = (token: string): Buffer =>
  createHash('sha256').update(Buffer.from(token, 'base64url')).digest()

/** The database's form of a token, or undefined when the text is no token. */
export const hashToken = (token: unknown): Buffer | undefined =>
  typeof token === 'string' && TOKEN_PATTERN.test(token) ? hash(token) : undefined

export type Links = Readonly<Record<'confirm' | 'leave' | 'data', string>>

/** Makes the links of one mail. They share a token, of which the database keeps only the hash. */
export async function createLinks(
  session: Session,
  origin: string,
  emailKey: string,
): Promise<Links> {
  const token = randomBytes(BYTES).toString('base64url')
  await session.query('INSERT INTO links (token, email_key) VALUES ($1, $2)', [
    hash(token),
    emailKey,
  ])
  const to = (path: string): string => `${origin}${path}?${TOKEN}=${token}`
  return {
    confirm: to(LINK_PATHS.confirm),
    leave: to(LINK_PATHS.leave),
    data: to(LINK_PATHS.data),
  }
}
