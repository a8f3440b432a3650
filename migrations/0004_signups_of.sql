-- Up Migration

CREATE TYPE kept_signup AS (
  kept_in text,
  id bigint,
  email text,
  email_key text,
  first_name text,
  last_name text,
  company text,
  role text,
  website text,
  created_at timestamptz
);

CREATE FUNCTION signups_of(address text) RETURNS SETOF kept_signup
LANGUAGE sql STABLE AS $$
  WITH kept AS (
    SELECT 'signups', id, email, email_key, first_name, last_name, company, role, NULL, created_at
    FROM signups
    UNION ALL
    SELECT 'trapped_signups', id, email, email_key, first_name, last_name, company, role, website,
      created_at
    FROM trapped_signups
  )
  SELECT * FROM kept
  -- by the key: two spellings of one mailbox are one person
  WHERE email_key IN (
    SELECT email_key FROM kept
    WHERE lower(normalize(btrim(address), NFC)) IN (email_key, lower(normalize(email, NFC)))
  )
  ORDER BY created_at, id
$$;

COMMENT ON FUNCTION signups_of IS
  'All that is kept of the person with this address, from both tables.';

CREATE FUNCTION erase_signups_of(address text) RETURNS SETOF kept_signup
LANGUAGE sql AS $$
  WITH found AS MATERIALIZED (
    SELECT * FROM signups_of(address)
  ), listed AS (
    DELETE FROM signups WHERE email_key IN (SELECT email_key FROM found)
  ), trapped AS (
    DELETE FROM trapped_signups WHERE email_key IN (SELECT email_key FROM found)
  )
  SELECT * FROM found
$$;

COMMENT ON FUNCTION erase_signups_of IS
  'Erases what signups_of returns, and returns it for the last time.';

-- Down Migration

DROP FUNCTION erase_signups_of;
DROP FUNCTION signups_of;
DROP TYPE kept_signup;
