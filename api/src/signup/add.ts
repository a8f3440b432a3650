import type { Database, Statement } from '../db.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { batcher } from './batcher.ts'
import { compareKeys } from './identity.ts'
import type { Signup } from './signup.ts'

/** Adds one signup. Returns once it is durable, and throws `DatabaseUnavailable` if it may not be. */
export type AddSignup = (signup: Signup) => Promise<void>

/**
 * Writes any number of signups, listed and quarantined alike. The first signup of an address
 * stays. The index to conflict with is not named: naming it would need the right to read it.
 *
 * A duplicate changes nothing, so its commit would not wait for the disk, and the time of a
 * response would tell who is listed. The WAL message makes it wait. `synchronous_commit` is set
 * here because PgBouncer passes on no startup parameters.
 */
const ADD: Statement = {
  name: 'add-signups',
  text: `
    INSERT INTO signups (email, email_key, answers, honeypot)
    SELECT arrived.*
    FROM json_to_recordset($1) AS arrived (email text, email_key text, answers jsonb, honeypot text),
      pg_logical_emit_message(true, 'signup', ''),
      set_config(
        'synchronous_commit',
        replace(current_setting('synchronous_commit'), 'off', 'on'),
        true
      )
    ON CONFLICT DO NOTHING`,
}

/** The sort is stable: of two equal keys the first stays the first. */
const valuesOf = (signups: readonly Signup[]): unknown[] => [
  JSON.stringify(
    signups
      .toSorted((one, other) => compareKeys(one.emailKey, other.emailKey))
      .map(({ email, emailKey, answers, honeypot }) => ({
        email,
        email_key: emailKey,
        answers,
        honeypot,
      })),
  ),
]

const distinct = (signups: readonly Signup[]): number =>
  new Set(signups.map(({ emailKey }) => emailKey)).size

/** Signups that arrive together are written together. */
export function batchedAdd(database: Database, metrics: Metrics): AddSignup {
  const { put, waiting } = batcher<Signup>(async (signups) => {
    metrics.batch(signups.length)
    const written = await database.execute(ADD, valuesOf(signups))
    const quarantined = signups.filter(({ honeypot }) => honeypot !== null)
    // of one address, a batch keeps one quarantined signup: they have the same time
    const created = written - distinct(quarantined)
    metrics.signups('trapped', quarantined.length)
    metrics.signups('created', created)
    metrics.signups('duplicate', signups.length - quarantined.length - created)
  })
  metrics.gauge('waitlist_queue_rows', 'Signups that wait to be written.', waiting)
  return put
}
