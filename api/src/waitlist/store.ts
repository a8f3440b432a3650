import type { Role } from '../../contract/waitlist.ts'
import type { Database } from '../db.ts'

/** A person as they described themselves; `emailKey` tells whether we know them already. */
export interface Signup {
  readonly email: string
  readonly emailKey: string
  readonly firstName: string
  readonly lastName: string
  readonly company: string | null
  readonly role: Role
}

/** Each call returns after the row is durable, and throws `DatabaseAway` if it may not be. */
export interface SignupStore {
  /** Keeps the signup, unless that address is on the list: the first signup stays as it is. */
  add(signup: Signup): Promise<void>
  /** Keeps a signup whose trap field was filled, apart from the list. */
  trap(signup: Signup, website: string): Promise<void>
}

/**
 * A duplicate changes nothing, so its commit would not wait for the disk, and the time of
 * an answer would tell who is listed. The message, which nobody reads, makes it wait.
 */
const ADD = `
  WITH added AS (
    INSERT INTO signups (email, email_key, first_name, last_name, company, role)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (email_key) DO NOTHING
  )
  SELECT pg_logical_emit_message(true, 'signup', '')`

const TRAP = `
  INSERT INTO trapped_signups (email, email_key, first_name, last_name, company, role, website)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`

const columns = (signup: Signup): unknown[] => [
  signup.email,
  signup.emailKey,
  signup.firstName,
  signup.lastName,
  signup.company,
  signup.role,
]

/** Signups in Postgres, one statement each. */
export function signupStore(database: Database): SignupStore {
  return {
    async add(signup) {
      await database.query(ADD, columns(signup))
    },
    async trap(signup, website) {
      await database.query(TRAP, [...columns(signup), website])
    },
  }
}
