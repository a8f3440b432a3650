import type { Role } from '../../contract/waitlist.ts'
import type { Database } from '../db.ts'
import { batcher } from './batcher.ts'
import { columnsOf, type SignupRow, WRITE_SIGNUPS } from './statement.ts'

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

/** Signups in Postgres: those that arrive together are written together. */
export function signupStore(database: Database): SignupStore {
  const write = batcher<SignupRow>(async (rows) => {
    await database.query(WRITE_SIGNUPS, columnsOf(rows))
  })
  return {
    add: (signup) => write({ ...signup, website: null }),
    trap: (signup, website) => write({ ...signup, website }),
  }
}
