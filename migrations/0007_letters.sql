-- Up Migration

ALTER TABLE signups
  ADD welcomed_at timestamptz,
  ADD invite_code text;

COMMENT ON COLUMN signups.welcomed_at IS
  'When the welcome letter was sent. Nobody gets it twice.';
COMMENT ON COLUMN signups.invite_code IS
  'The random code in the button of the invitation, by which a place is claimed. It says nothing about the person.';

-- as in 0002, and the first confirmation queues the welcome letter; the worker drops it if there is none
CREATE OR REPLACE FUNCTION confirm_by_link(hash bytea) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH person AS (
    SELECT signups.email_key, signups.confirmed_at IS NULL OR left_at IS NOT NULL AS is_new,
      signups.confirmed_at IS NULL AND welcomed_at IS NULL AS is_first
    FROM links JOIN signups ON signups.email_key = links.email_key AND honeypot IS NULL
    WHERE token = hash AND links.created_at > now() - interval '7 days'
    FOR UPDATE OF signups
  ), confirmed AS (
    UPDATE signups SET confirmed_at = now(), left_at = NULL
    FROM person
    WHERE signups.email_key = person.email_key AND honeypot IS NULL AND is_new
    RETURNING signups.email_key, is_first
  ), event AS (
    INSERT INTO tasks (kind, email_key, about) SELECT 'webhook', email_key, 'confirmed' FROM confirmed
    -- after one that waits for a receiver, in the new order
    ON CONFLICT (email_key, kind, about) DO UPDATE SET created_at = excluded.created_at
  ), welcome AS (
    INSERT INTO tasks (kind, email_key) SELECT 'welcome', email_key FROM confirmed WHERE is_first
    ON CONFLICT DO NOTHING
  )
  SELECT EXISTS (SELECT FROM person)
$$;

-- Down Migration

CREATE OR REPLACE FUNCTION confirm_by_link(hash bytea) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH person AS (
    SELECT signups.email_key, signups.confirmed_at IS NULL OR left_at IS NOT NULL AS is_new
    FROM links JOIN signups ON signups.email_key = links.email_key AND honeypot IS NULL
    WHERE token = hash AND links.created_at > now() - interval '7 days'
    FOR UPDATE OF signups
  ), confirmed AS (
    UPDATE signups SET confirmed_at = now(), left_at = NULL
    FROM person
    WHERE signups.email_key = person.email_key AND honeypot IS NULL AND is_new
    RETURNING signups.email_key
  ), event AS (
    INSERT INTO tasks (kind, email_key, about) SELECT 'webhook', email_key, 'confirmed' FROM confirmed
    ON CONFLICT (email_key, kind, about) DO UPDATE SET created_at = excluded.created_at
  )
  SELECT EXISTS (SELECT FROM person)
$$;

DELETE FROM tasks WHERE kind = 'welcome';
ALTER TABLE signups DROP welcomed_at, DROP invite_code;
