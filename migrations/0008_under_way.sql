-- Up Migration

-- As in 0007 and 0002, but a person who confirms or leaves again makes a new event, and mails that are
-- under way while a person leaves keep their record.
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
    -- another event, after the one that waits: a receiver may know the id of the one before
    ON CONFLICT (email_key, kind, about) DO UPDATE SET
      id = gen_random_uuid(), created_at = excluded.created_at, due_at = now(), attempts = 0,
      leased_until = NULL, reply = NULL
  ), welcome AS (
    INSERT INTO tasks (kind, email_key) SELECT 'welcome', email_key FROM confirmed WHERE is_first
    ON CONFLICT DO NOTHING
  )
  SELECT EXISTS (SELECT FROM person)
$$;

CREATE OR REPLACE FUNCTION leave_by_link(hash bytea) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH person AS (
    SELECT signups.email_key, left_at
    FROM links JOIN signups ON signups.email_key = links.email_key AND honeypot IS NULL
    WHERE token = hash
    FOR UPDATE OF signups
  ), gone AS (
    UPDATE signups SET left_at = now(), invited_at = CASE WHEN EXISTS (
      SELECT FROM tasks WHERE tasks.email_key = person.email_key AND kind = 'invite'
        AND (leased_until IS NULL OR leased_until < now())
    ) THEN NULL ELSE invited_at END
    FROM person
    WHERE signups.email_key = person.email_key AND honeypot IS NULL AND person.left_at IS NULL
    RETURNING signups.email_key
  ), withdrawn AS (
    DELETE FROM tasks USING gone
    WHERE mailbox = mailbox_of(gone.email_key) AND kind IN ('confirm', 'invite', 'announce')
      -- what is under way may be in the inbox already, and its record must stay
      AND (leased_until IS NULL OR leased_until < now())
    RETURNING tasks.email_key, kind
  ), uninvited AS (
    -- other addresses of the mailbox; an invitation that was not sent may be queued again
    UPDATE signups SET invited_at = NULL FROM withdrawn
    WHERE signups.email_key = withdrawn.email_key AND kind = 'invite' AND honeypot IS NULL
      AND signups.email_key NOT IN (SELECT email_key FROM gone)
  ), event AS (
    INSERT INTO tasks (kind, email_key, about) SELECT 'webhook', email_key, 'left' FROM gone
    ON CONFLICT (email_key, kind, about) DO UPDATE SET
      id = gen_random_uuid(), created_at = excluded.created_at, due_at = now(), attempts = 0,
      leased_until = NULL, reply = NULL
  )
  SELECT EXISTS (SELECT FROM person)
$$;

-- Down Migration

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

CREATE OR REPLACE FUNCTION leave_by_link(hash bytea) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH person AS (
    SELECT signups.email_key, left_at
    FROM links JOIN signups ON signups.email_key = links.email_key AND honeypot IS NULL
    WHERE token = hash
    FOR UPDATE OF signups
  ), gone AS (
    UPDATE signups SET left_at = now(), invited_at = CASE WHEN EXISTS (
      SELECT FROM tasks WHERE tasks.email_key = person.email_key AND kind = 'invite'
    ) THEN NULL ELSE invited_at END
    FROM person
    WHERE signups.email_key = person.email_key AND honeypot IS NULL AND person.left_at IS NULL
    RETURNING signups.email_key
  ), withdrawn AS (
    DELETE FROM tasks USING gone
    WHERE mailbox = mailbox_of(gone.email_key) AND kind IN ('confirm', 'invite', 'announce')
    RETURNING tasks.email_key, kind
  ), uninvited AS (
    -- other addresses of the mailbox; an invitation that was not sent may be queued again
    UPDATE signups SET invited_at = NULL FROM withdrawn
    WHERE signups.email_key = withdrawn.email_key AND kind = 'invite' AND honeypot IS NULL
      AND signups.email_key NOT IN (SELECT email_key FROM gone)
  ), event AS (
    INSERT INTO tasks (kind, email_key, about) SELECT 'webhook', email_key, 'left' FROM gone
    ON CONFLICT (email_key, kind, about) DO UPDATE SET created_at = excluded.created_at
  )
  SELECT EXISTS (SELECT FROM person)
$$;
