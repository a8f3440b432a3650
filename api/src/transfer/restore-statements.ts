import { NEW_IDENTITY } from '../people/correct.ts'

// Each statement takes lines of a backup as JSON and merges them; a second run changes nothing.

export const MERGE_KEYS = `
  INSERT INTO hash_keys (id, secret, created_at)
  SELECT id, decode(secret, 'hex'), created_at
  FROM json_to_recordset($1) AS line (id uuid, secret text, created_at timestamptz)
  ON CONFLICT DO NOTHING`

export const MERGE_ERASURES = `
  INSERT INTO erasures (person, key_id, erased_at)
  SELECT decode(person, 'hex'), key_id, erased_at
  FROM json_to_recordset($1) AS line (person text, key_id uuid, erased_at timestamptz)
  ON CONFLICT (person) DO UPDATE SET erased_at = excluded.erased_at
    WHERE excluded.erased_at > erasures.erased_at
  RETURNING person, erased_at::text`

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

/** Columns of a signup in a backup. Backups of version 1 lack some, which are NULL then. */
const SIGNUP_COLUMNS = `
  email text, email_key text, answers jsonb, honeypot text, joined_at timestamptz,
  corrected_at timestamptz, released_at timestamptz, agreed_to text, source text,
  confirmed_at timestamptz, left_at timestamptz, invited_at timestamptz,
  undeliverable_at timestamptz, hashes jsonb`

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

const earliest = (time: string): string => `least(present.${time}, excluded.${time})`
const latest = (time: string): string => `greatest(present.${time}, excluded.${time})`

/**
 * A person who confirms after leaving is on the list again, so the later of the two counts. Only the
 * latest confirmation can tell that an older backup has the leaving before it.
 */
const LEFT = `
  CASE WHEN ${latest('left_at')} > coalesce(${latest('confirmed_at')}, '-infinity')
    THEN ${latest('left_at')} END`

const MERGED = Object.entries({
  email: corrected('email'),
  answers: corrected('answers'),
  corrected_at: latest('corrected_at'),
  agreed_to: first('agreed_to'),
  source: first('source'),
  joined_at: earliest('joined_at'),
  released_at: latest('released_at'),
  confirmed_at: latest('confirmed_at'),
  left_at: LEFT,
  invited_at: earliest('invited_at'),
  undeliverable_at: earliest('undeliverable_at'),
})

const COLUMNS = ['email_key', ...MERGED.map(([column]) => column)].join(', ')

/** True when the person was erased at that time or later. Some erasures can be excepted. */
const erasedSince = (time: string, exception = 'false'): string => `EXISTS (
  SELECT FROM jsonb_array_elements_text(hashes) AS hash
  JOIN erasures ON person = decode(hash, 'hex')
  WHERE erased_at >= ${time} AND NOT ${exception}
)`

/** The order in which two versions of a person are merged makes no difference. */
export const MERGE_SIGNUPS = `
  WITH arrived AS (
    SELECT * FROM json_to_recordset($1) AS line (${SIGNUP_COLUMNS})
    WHERE NOT ${erasedSince('joined_at', CORRECTED_SINCE)}
  ), listed AS (
    INSERT INTO signups AS present (${COLUMNS})
    SELECT ${COLUMNS} FROM arrived WHERE honeypot IS NULL
    ON CONFLICT (email_key) WHERE honeypot IS NULL DO UPDATE SET
      ${MERGED.map(([column, merged]) => `${column} = ${merged}`).join(', ')}
    WHERE ${MERGED.map(([column, merged]) => `present.${column} IS DISTINCT FROM ${merged}`).join(' OR ')}
    RETURNING 1
  ), quarantined AS (
    INSERT INTO signups (email, email_key, answers, honeypot, joined_at, agreed_to, source)
    SELECT email, email_key, answers, honeypot, joined_at, agreed_to, source
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

/** Links of people who are there, except those that an erasure or a new address has ended. */
export const MERGE_LINKS = `
  INSERT INTO links (token, email_key, created_at)
  SELECT decode(token, 'hex'), email_key, created_at
  FROM json_to_recordset($1)
    AS line (token text, email_key text, created_at timestamptz, hashes jsonb)
  WHERE NOT ${erasedSince('created_at')}
    AND EXISTS (
      SELECT FROM signups WHERE signups.email_key = line.email_key AND honeypot IS NULL
    )
  ON CONFLICT DO NOTHING`

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

/** Deletes what belongs to a person before the erasure, or to nobody after DELETE_ERASED. */
const forgetIn = (table: string, time: string): string => `
  DELETE FROM ${table}
  USING json_to_recordset($1) AS line (email_key text, erased_at timestamptz)
  WHERE ${table}.email_key = line.email_key AND (
    ${time} <= erased_at OR NOT EXISTS (
      SELECT FROM signups WHERE signups.email_key = line.email_key AND honeypot IS NULL
    )
  )`

export const FORGET_ERASED = [
  forgetIn('outbox', 'created_at'),
  forgetIn('links', 'created_at'),
  forgetIn('arrivals', 'arrived_at'),
] as const
