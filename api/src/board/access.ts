import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const BYTES = 32

const newSecret = (): string => randomBytes(BYTES).toString('base64url')

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** In constant time. `timingSafeEqual` needs equal lengths, which the digests have. */
const isEqual = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

/** Lets one browser in: a token that works once becomes the secret of a session. */
export interface Access {
  readonly token: string
  /** Returns the session's secret, or undefined for a wrong or used token. */
  exchange(token: string): string | undefined
  isSession(secret: string): boolean
}

export function newAccess(): Access {
  const token = newSecret()
  let session: string | undefined
  return {
    token,
    exchange(given) {
      if (!isEqual(given, token) || session !== undefined) return undefined
      session = newSecret()
      return session
    },
    isSession: (secret) => session !== undefined && isEqual(secret, session),
  }
}
