import { NEW_IDENTITY } from './correct.ts'

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

/**
 * The version that was corrected last stays; without a correction, the one that joined first. The
 * earlier `joined_at` always stays.
 */
export const MERGE_SIGNUPS = `
  WITH arrived AS (
    SELECT * FROM json_to_recordset($1) AS line (
      email text, email_key text, answers jsonb, honeypot text, joined_at timestamptz,
      corrected_at timestamptz, released_at timestamptz, hashes jsonb
    )
    WHERE NOT EXISTS (
      SELECT FROM jsonb_array_elements_text(hashes) AS hash
      JOIN erasures ON person = decode(hash, 'hex')
      WHERE erased_at >= joined_at AND NOT ${CORRECTED_SINCE}
    )
  ), listed AS (
    INSERT INTO signups AS present (email, email_key, answers, joined_at, corrected_at, released_at)
    SELECT email, email_key, answers, joined_at, corrected_at, released_at
    FROM arrived WHERE honeypot IS NULL
    ON CONFLICT (email_key) WHERE honeypot IS NULL DO UPDATE SET
      (email, answers, corrected_at) = (
        SELECT later.email, later.answers, later.corrected_at
        FROM (VALUES
          (present.email, present.answers, present.corrected_at, present.joined_at, 1),
          (excluded.email, excluded.answers, excluded.corrected_at, excluded.joined_at, 2)
        ) AS later (email, answers, corrected_at, joined_at, turn)
        ORDER BY corrected_at DESC NULLS LAST, joined_at, turn
        LIMIT 1
      ),
      joined_at = least(present.joined_at, excluded.joined_at),
      released_at = greatest(present.released_at, excluded.released_at)
    WHERE excluded.joined_at < present.joined_at
      OR excluded.released_at > present.released_at
      OR (present.released_at IS NULL AND excluded.released_at IS NOT NULL)
      OR excluded.corrected_at > present.corrected_at
      OR (present.corrected_at IS NULL AND excluded.corrected_at IS NOT NULL)
    RETURNING 1
  ), quarantined AS (
    INSERT INTO signups (email, email_key, answers, honeypot, joined_at)
    SELECT email, email_key, answers, honeypot, joined_at
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
