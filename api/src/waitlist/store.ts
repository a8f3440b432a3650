import type { Role } from '../../contract/waitlist.ts'
import type { Database } from '../db.ts'
import type { Metrics } from '../metrics/metrics.ts'
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
export function signupStore(database: Database, metrics: Metrics): SignupStore {
  const listed = batcher<Signup>(async (signups) => {
    metrics.batch(signups.length)
    const created = await database.execute(ADD, valuesOfAdd(signups))
    metrics.signups('created', created)
    metrics.signups('duplicate', signups.length - created)
  })
  const trapped = batcher<TrappedSignup>(async (signups) => {
    metrics.batch(signups.length)
    metrics.signups('trapped', await database.execute(TRAP, valuesOfTrap(signups)))
  })
  metrics.gauge(
    'waitlist_queue_rows',
    'Signups that wait to be written.',
    () => listed.waiting() + trapped.waiting(),
  )
  return {
    add: listed.put,
    trap: (signup, website) => trapped.put({ ...signup, website }),
  }
}
