import { DURABLE } from '../database/durable.ts'
import type { Database, Statement } from '../database/pool.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { batcher } from './batcher.ts'
import { compareKeys } from './identity.ts'
import type { Signup } from './signup.ts'

/** Adds one signup. Returns when it is durable, else throws `DatabaseUnavailable`. */
export type AddSignup = (signup: Signup) => Promise<void>

/**
 * Writes listed and quarantined signups. The first signup of an address stays. `ON CONFLICT` names
 * no index and `RETURNING` no column, because those would need the right to read.
 *
 * The row in `arrivals` makes the worker send the confirmation. A duplicate writes it as well: it asks
 * for another confirmation, and its commit waits for the disk, so that the response time does not
 * tell who is listed.
 */
const ADD: Statement = {
  name: 'add-signups',
  text: `
    WITH arrived AS MATERIALIZED (
      SELECT line.*
      FROM json_to_recordset($1) AS line (
          email text, email_key text, answers jsonb, honeypot text, agreed_to text, source text
        ),
        ${DURABLE}
    ), added AS (
      INSERT INTO signups (email, email_key, answers, honeypot, agreed_to, source)
      SELECT email, email_key, answers, honeypot, agreed_to, source FROM arrived
      ON CONFLICT DO NOTHING
      RETURNING 1
    ), arrivals AS (
      INSERT INTO arrivals (email_key) SELECT email_key FROM arrived WHERE honeypot IS NULL
    )
    SELECT count(*)::integer AS added FROM added`,
}

/** The sort is stable, so the first of two equal keys stays first. */
const valuesOf = (signups: readonly Signup[]): unknown[] => [
  JSON.stringify(
    signups
      .toSorted((one, other) => compareKeys(one.emailKey, other.emailKey))
      .map(({ email, emailKey, answers, honeypot, agreedTo, source }) => ({
        email,
        email_key: emailKey,
        answers,
        honeypot,
        agreed_to: agreedTo,
        source,
      })),
  ),
]

const distinct = (signups: readonly Signup[]): number =>
  new Set(signups.map(({ emailKey }) => emailKey)).size

/** Writes signups that arrive together in one statement. */
export function batchedAdd(database: Database, metrics: Metrics): AddSignup {
  const { put, waiting } = batcher<Signup>(async (signups) => {
    metrics.batchRows.observe(signups.length)
    const [row] = await database.query<{ added: number }>(ADD, valuesOf(signups))
    const written = row?.added ?? 0
    const quarantined = signups.filter(({ honeypot }) => honeypot !== null)
    // a batch keeps one quarantined signup per address, because they have the same time
    const created = written - distinct(quarantined)
    metrics.countSignups('quarantined', quarantined.length)
    metrics.countSignups('created', created)
    metrics.countSignups('duplicate', signups.length - quarantined.length - created)
  })
  metrics.gauge('waitlist_queue_rows', 'Signups waiting to be written.', waiting)
  return put
}
