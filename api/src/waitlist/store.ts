import type { Role } from '../../contract/waitlist.ts'
import type { Database } from '../db.ts'
import { batcher } from './batcher.ts'
import { ADD, TRAP, type TrappedSignup, valuesOfAdd, valuesOfTrap } from './statement.ts'

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
  const add = batcher<Signup>(async (signups) => {
    await database.query(ADD, valuesOfAdd(signups))
  })
  const trap = batcher<TrappedSignup>(async (trapped) => {
    await database.query(TRAP, valuesOfTrap(trapped))
  })
  return { add, trap: (signup, website) => trap({ ...signup, website }) }
}
