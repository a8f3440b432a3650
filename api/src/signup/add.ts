import type { Database, Statement } from '../db.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { batcher } from './batcher.ts'
import { compareKeys } from './identity.ts'
import type { Signup } from './signup.ts'

/** Adds one signup. Returns when it is durable, else throws `DatabaseUnavailable`. */
export type AddSignup = (signup: Signup) => Promise<void>

/**
 * Writes listed and quarantined signups. The first signup of an address stays. `ON CONFLICT` names
 * no index, because that would need the right to read it.
 *
 * A duplicate changes no row, so its commit would not wait for the disk, and the response time
 * would tell who is listed. The WAL message makes it wait. `synchronous_commit` is set here because
 * PgBouncer forwards no startup parameters.
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

/** The sort is stable, so the first of two equal keys stays first. */
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

/** Writes signups that arrive together in one statement. */
export function batchedAdd(database: Database, metrics: Metrics): AddSignup {
  const { put, waiting } = batcher<Signup>(async (signups) => {
    metrics.batchRows.observe(signups.length)
    const written = await database.execute(ADD, valuesOf(signups))
    const quarantined = signups.filter(({ honeypot }) => honeypot !== null)
    // a batch keeps one quarantined signup per address, because they have the same time
    const created = written - distinct(quarantined)
    metrics.countSignups('trapped', quarantined.length)
    metrics.countSignups('created', created)
    metrics.countSignups('duplicate', signups.length - quarantined.length - created)
  })
  metrics.gauge('waitlist_queue_rows', 'Signups waiting to be written.', waiting)
  return put
}
