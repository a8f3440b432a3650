import { randomBytes } from 'node:crypto'
import { isSame } from '../is-same.ts'

const BYTES = 32

const newSecret = (): string => randomBytes(BYTES).toString('base64url')

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
      if (!isSame(given, token) || session !== undefined) return undefined
      session = newSecret()
      return session
    },
    isSession: (secret) => session !== undefined && isSame(secret, session),
  }
}
