import { createHash, randomBytes } from 'node:crypto'
import { LINK_PATHS, TOKEN } from '../../../contract/waitlist.ts'

const BYTES = 32
const TOKEN_PATTERN = /^[\w-]{43}$/

const hash = (token: string): Buffer =>
  createHash('sha256').update(Buffer.from(token, 'base64url')).digest()

/** Returns a token's hash as the database stores it, or undefined for an invalid token. */
export const hashToken = (token: unknown): Buffer | undefined =>
  typeof token === 'string' && TOKEN_PATTERN.test(token) ? hash(token) : undefined

/** Returns a new token and the hash that the database stores. */
export function newToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(BYTES).toString('base64url')
  return { token, hash: hash(token) }
}

/** Returns the links in one email, which share a token. */
export function linksOf(origin: string, token: string) {
  const to = (path: string): string => `${origin}${path}?${TOKEN}=${token}`
  return {
    confirm: to(LINK_PATHS.confirm),
    leave: to(LINK_PATHS.leave),
    data: to(LINK_PATHS.data),
  }
}
