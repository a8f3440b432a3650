import { COLUMN_NAMES, COLUMNS } from '../../contract/waitlist.ts'
import { NEW_IDENTITY } from '../people/correct.ts'
import { FORGOTTEN, REACHABLE_AGAIN } from '../people/history.ts'

// Each statement takes lines of a backup about people as JSON and merges them; a second run changes nothing.

export const MERGE_KEYS = `
  INSERT INTO hash_keys (id, secret, created_at)
  SELECT id, decode(secret, 'hex'), created_at
  FROM json_to_recordset($1) AS line (id uuid, secret text, created_at timestamptz)
  ON CONFLICT DO NOTHING`

/** What MERGE_ERASURES adds in a transaction. PgBouncer keeps no table of a session, but one of a transaction. */
export const KEEP_ADDED =
  'CREATE TEMPORARY TABLE added (person bytea PRIMARY KEY, erased_at timestamptz) ON COMMIT DROP'

/** True when an operator has taken an erasure back since. */
const forgottenSince = (person: string, time: string): string => `EXISTS (
  SELECT FROM history
  WHERE history.person = ${person} AND history.at >= ${time}
    AND command = 'erase' AND detail @> '${JSON.stringify(FORGOTTEN)}'
)`

/** Needs the history of both sides. */
export const DELETE_FORGOTTEN = `
  DELETE FROM erasures WHERE ${forgottenSince('erasures.person', 'erased_at')}`

export const MERGE_ERASURES = `
  WITH merged AS (
    INSERT INTO erasures (person, key_id, erased_at)
    -- the file of erasures has a line for each time
    SELECT DISTINCT ON (person) decode(person, 'hex'), key_id, erased_at
    FROM json_to_recordset($1) AS line (person text, key_id uuid, erased_at timestamptz)
    WHERE NOT ${forgottenSince("decode(line.person, 'hex')", 'line.erased_at')}
    ORDER BY person, erased_at DESC
    ON CONFLICT (person) DO UPDATE SET erased_at = excluded.erased_at
      WHERE excluded.erased_at > erasures.erased_at
    RETURNING person, erased_at
  ), kept AS (
    INSERT INTO added SELECT person, erased_at FROM merged
    ON CONFLICT (person) DO UPDATE SET erased_at = excluded.erased_at
    RETURNING 1
  )
  SELECT count(*)::integer AS added FROM kept`

export const FIND_ADDED =
  'SELECT person, erased_at::text FROM added WHERE person = ANY($1::bytea[])'

/** Which hashes of people are in `erasures` or `history`. */
export const FIND_KNOWN = `
  SELECT person FROM erasures WHERE person = ANY($1::bytea[])
  UNION SELECT person FROM history WHERE person = ANY($1::bytea[])`

export const MERGE_HISTORY = `
  INSERT INTO history (at, command, key_id, person, detail)
  SELECT at, command, key_id, decode(person, 'hex'), detail
  FROM json_to_recordset($1)
    AS line (at timestamptz, command text, key_id uuid, person text, detail jsonb)
  ON CONFLICT DO NOTHING`

/**
 * True when a correction gave this identity to a person after the erasure. Then the erasure was of
 * another person, or of this person's former address.
 */
const CORRECTED_SINCE = `EXISTS (
  SELECT FROM history
  WHERE command = 'correct' AND detail @> '${JSON.stringify(NEW_IDENTITY)}' AND at >= erased_at
    AND person IN (SELECT decode(known, 'hex') FROM jsonb_array_elements_text(hashes) AS known)
)`

// One person: `present` is in the database, `excluded` in the backup. LEAST and GREATEST ignore NULL.

/** The version that was corrected last; without a correction, the one that joined first. */
const corrected = (column: string): string => `
  CASE WHEN (coalesce(excluded.corrected_at, '-infinity'), present.joined_at)
      > (coalesce(present.corrected_at, '-infinity'), excluded.joined_at)
    THEN excluded.${column} ELSE present.${column} END`

/** What belongs to the first signup. */
const first = (column: string): string => `
  CASE WHEN excluded.joined_at < present.joined_at
    THEN excluded.${column} ELSE present.${column} END`

const firstKnown = (column: string): string => `
  CASE WHEN excluded.joined_at < present.joined_at
    THEN coalesce(excluded.${column}, present.${column})
    ELSE coalesce(present.${column}, excluded.${column}) END`

const earliest = (time: string): string => `least(present.${time}, excluded.${time})`
const latest = (time: string): string => `greatest(present.${time}, excluded.${time})`

/**
 * A person who confirms after leaving is on the list again, so the later of the two counts. Only the
 * latest confirmation can tell that an older backup has the leaving before it.
 */
const LEFT = `
  CASE WHEN ${latest('left_at')} > coalesce(${latest('confirmed_at')}, '-infinity')
    THEN ${latest('left_at')} END`

/** An import has none. */
const firstConsent = (column: string): string => `
  CASE WHEN excluded.agreed_at < coalesce(present.agreed_at, 'infinity')
    THEN excluded.${column} ELSE present.${column} END`

/** The code in the invitation that the person got first. LEAST makes the order of a tie the same. */
const firstInvitation = (column: string): string => `
  CASE WHEN excluded.invited_at < coalesce(present.invited_at, 'infinity')
      THEN coalesce(excluded.${column}, present.${column})
    WHEN present.invited_at < coalesce(excluded.invited_at, 'infinity')
      THEN coalesce(present.${column}, excluded.${column})
    ELSE least(present.${column}, excluded.${column}) END`

const RULES = {
  first,
  'first known': firstKnown,
  'first consent': firstConsent,
  'first invitation': firstInvitation,
  earliest,
  latest,
  'until confirmed': () => LEFT,
} as const

/** What the two versions become, by column. */
const MERGED: readonly (readonly [column: string, merged: string])[] = [
  ['email', corrected('email')],
  ['answers', corrected('answers')],
  ...COLUMN_NAMES.map((name) => [name, RULES[COLUMNS[name].restore](name)] as const),
]

const LISTED_COLUMNS = ['email_key', ...MERGED.map(([column]) => column)].join(', ')

/** True when the person was erased at that time or later. Some erasures can be excepted. */
export const erasedSince = (time: string, exception = 'false'): string => `EXISTS (
  SELECT FROM jsonb_array_elements_text(hashes) AS hash
  JOIN erasures ON person = decode(hash, 'hex')
  WHERE erased_at >= ${time} AND NOT ${exception}
)`

/** True when an operator has made a person reachable again since. */
const retriedSince = (hashes: string, time: string): string => `EXISTS (
  SELECT FROM history
  WHERE command = 'mail retry' AND detail @> '${JSON.stringify(REACHABLE_AGAIN)}' AND at >= ${time}
    AND person IN (SELECT decode(known, 'hex') FROM jsonb_array_elements_text(${hashes}) AS known)
)`

/** Makes people reachable whom the backup's operator has retried. */
export const CLEAR_RETRIED = `
  UPDATE signups SET undeliverable_at = NULL
  FROM json_to_recordset($1) AS line (email_key text, hashes jsonb)
  WHERE signups.email_key = line.email_key AND undeliverable_at IS NOT NULL
    AND ${retriedSince('hashes', 'undeliverable_at')}`

/**
 * The order in which two versions of a person are merged makes no difference. Columns that a backup of
 * version 1 lacks are NULL.
 */
export const MERGE_SIGNUPS = `
  WITH lines AS (
    SELECT signup.*, line->'hashes' AS hashes
    FROM jsonb_array_elements($1::jsonb) AS line,
      jsonb_populate_record(NULL::signups, CASE
        WHEN ${retriedSince("line->'hashes'", "(line->>'undeliverable_at')::timestamptz")}
        THEN line - 'undeliverable_at' ELSE line
      END) AS signup
  ), arrived AS (
    SELECT * FROM lines
    WHERE NOT ${erasedSince('joined_at', CORRECTED_SINCE)}
  ), listed AS (
    INSERT INTO signups AS present (${LISTED_COLUMNS})
    SELECT ${LISTED_COLUMNS} FROM arrived WHERE honeypot IS NULL
    ON CONFLICT (email_key) WHERE honeypot IS NULL DO UPDATE SET
      ${MERGED.map(([column, merged]) => `${column} = ${merged}`).join(', ')}
    WHERE ${MERGED.map(([column, merged]) => `present.${column} IS DISTINCT FROM ${merged}`).join(' OR ')}
    RETURNING 1
  ), quarantined AS (
    INSERT INTO signups (honeypot, ${LISTED_COLUMNS})
    SELECT honeypot, ${LISTED_COLUMNS}
    FROM arrived
    WHERE honeypot IS NOT NULL AND NOT EXISTS (
      SELECT FROM signups AS present
      WHERE present.email_key = arrived.email_key AND present.honeypot IS NULL
        AND present.released_at >= arrived.joined_at
    )
    ON CONFLICT DO NOTHING
    RETURNING 1
  )
  SELECT (SELECT count(*)::integer FROM listed) + (SELECT count(*)::integer FROM quarantined)
    AS restored`

/** Deletes quarantined signups of people whom the backup has as released. */
export const DELETE_RELEASED = `
  DELETE FROM signups AS quarantined USING signups AS listed, json_to_recordset($1) AS line (email_key text)
  WHERE listed.email_key = line.email_key AND listed.honeypot IS NULL
    AND quarantined.email_key = line.email_key AND quarantined.honeypot IS NOT NULL
    AND quarantined.joined_at <= listed.released_at`

/** Deletes the signups of people whom the backup has as erased. */
export const DELETE_ERASED = `
  DELETE FROM signups
  USING json_to_recordset($1) AS line (email_key text, erased_at timestamptz, hashes jsonb)
  WHERE signups.email_key = line.email_key AND joined_at <= erased_at AND NOT ${CORRECTED_SINCE}
  RETURNING 1`
