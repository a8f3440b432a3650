import { FORM_NAMES, type FormTexts, isTime } from '../../contract/waitlist.ts'
import { DURABLE } from '../database/durable.ts'
import type { Database, Statement } from '../database/pool.ts'
import { ARRIVAL_COLUMNS, SIGNUP_COLUMNS } from '../database/roles.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { batcher } from './batcher.ts'
import { compareKeys } from './identity.ts'
import type { Signup } from './signup.ts'

/** A signup, what its address told, and the hash of the network that sent it, in hexadecimal. */
export type SentSignup = Signup & FormTexts & { readonly network: string }

/** Adds one signup. Returns when it is durable, else throws `DatabaseUnavailable`. */
export type AddSignup = (signup: SentSignup) => Promise<void>

const TEXTS = FORM_NAMES.filter((name) => !isTime(name))
const FORM_VALUES = FORM_NAMES.map((name) => (isTime(name) ? 'now()' : name)).join(', ')

/**
 * Writes listed and quarantined signups. The first signup of an address stays. `ON CONFLICT` names
 * no index and `RETURNING` no column, because those would need the right to read.
 *
 * The row in `arrivals` makes the worker send the confirmation. A duplicate writes it as well: it asks
 * for another confirmation, it is the consent of a person who was imported, and its commit waits for
 * the disk, so that the response time does not tell who is listed.
 */
const ADD: Statement = {
  name: 'add-signups',
  text: `
    WITH arrived AS MATERIALIZED (
      SELECT line.*
      FROM json_to_recordset($1) AS line (
          email text, email_key text, answers jsonb, honeypot text, network text,
          ${TEXTS.map((name) => `${name} text`).join(', ')}
        ),
        ${DURABLE}
    ), added AS (
      INSERT INTO signups (${SIGNUP_COLUMNS})
      SELECT email, email_key, answers, honeypot, ${FORM_VALUES} FROM arrived
      ON CONFLICT DO NOTHING
      RETURNING 1
    ), arrivals AS (
      INSERT INTO arrivals (${ARRIVAL_COLUMNS})
      SELECT email_key, decode(network, 'hex'), agreed_to FROM arrived WHERE honeypot IS NULL
    )
    SELECT count(*)::integer AS added FROM added`,
}

/** The sort is stable, so the first of two equal keys stays first. */
const valuesOf = (signups: readonly SentSignup[]): unknown[] => [
  JSON.stringify(
    signups
      .toSorted((one, other) => compareKeys(one.emailKey, other.emailKey))
      .map(({ emailKey, ...columns }) => ({ email_key: emailKey, ...columns })),
  ),
]

const distinct = (signups: readonly Signup[]): number =>
  new Set(signups.map(({ emailKey }) => emailKey)).size

/** Writes signups that arrive together in one statement. */
export function batchedAdd(database: Database, metrics: Metrics): AddSignup {
  const { put, waiting } = batcher<SentSignup>(async (signups) => {
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
