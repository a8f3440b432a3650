-- Up Migration

CREATE FUNCTION spelling_of(address text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT AS $$
  -- ICU folds as the API does. The database's own locale may take İ for i, and so one person for
  -- another. Of the Greek small sigmas the last letter of a word has one of its own, which the
  -- API knows in a mailbox's name only: in a domain they are two letters.
  SELECT replace(substring(folded FROM '^(.*)@'), 'ς', 'σ') || substring(folded FROM '@[^@]*$')
  FROM normalize(
    lower(replace(normalize(btrim(address), NFC), 'Σ', 'σ') COLLATE "und-x-icu"), NFC
  ) AS folded
$$;

COMMENT ON FUNCTION spelling_of IS
  'One spelling of an address for all that differ in letter case or in how an accent is encoded; NULL for what has no @.';

CREATE OR REPLACE FUNCTION restore_trapped_signup(address text) RETURNS SETOF signups
LANGUAGE sql AS $$
  WITH taken AS (
    DELETE FROM trapped_signups
    WHERE spelling_of(address) IN (email_key, spelling_of(email))
    RETURNING *
  ), restored AS (
    INSERT INTO signups (email, email_key, first_name, last_name, company, role, created_at)
    SELECT email, email_key, first_name, last_name, company, role, created_at
    FROM taken
    ORDER BY created_at, id
    LIMIT 1
    ON CONFLICT (email_key) DO NOTHING
    RETURNING *
  )
  -- what was there before, and what has come to it: a statement does not see its own rows
  SELECT * FROM restored
  UNION ALL
  SELECT * FROM signups WHERE spelling_of(address) IN (email_key, spelling_of(email))
$$;

CREATE OR REPLACE FUNCTION signups_of(address text) RETURNS SETOF kept_signup
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
    SELECT email_key FROM kept WHERE spelling_of(address) IN (email_key, spelling_of(email))
  )
  ORDER BY created_at, id
$$;

-- Keys that the API makes otherwise now. Who is on the list in both spellings stays there twice:
-- the first of them has the key, and nobody is lost.
UPDATE signups SET email_key = spelling
FROM (
  SELECT DISTINCT ON (spelling) id AS first, spelling
  FROM signups, spelling_of(email_key) AS spelling
  ORDER BY spelling, (email_key = spelling) DESC, id
) AS spelled
WHERE id = first AND email_key <> spelling;

UPDATE trapped_signups SET email_key = spelling_of(email_key)
WHERE email_key <> spelling_of(email_key);

-- Down Migration

CREATE OR REPLACE FUNCTION signups_of(address text) RETURNS SETOF kept_signup
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
  WHERE email_key IN (
    SELECT email_key FROM kept
    WHERE lower(normalize(btrim(address), NFC)) IN (email_key, lower(normalize(email, NFC)))
  )
  ORDER BY created_at, id
$$;

CREATE OR REPLACE FUNCTION restore_trapped_signup(address text) RETURNS SETOF signups
LANGUAGE sql AS $$
  WITH taken AS (
    DELETE FROM trapped_signups
    WHERE lower(normalize(btrim(address), NFC)) IN (email_key, lower(normalize(email, NFC)))
    RETURNING *
  ), restored AS (
    INSERT INTO signups (email, email_key, first_name, last_name, company, role, created_at)
    SELECT email, email_key, first_name, last_name, company, role, created_at
    FROM taken
    ORDER BY created_at, id
    LIMIT 1
    ON CONFLICT (email_key) DO NOTHING
    RETURNING *
  )
  SELECT * FROM restored
  UNION ALL
  SELECT * FROM signups
  WHERE lower(normalize(btrim(address), NFC)) IN (email_key, lower(normalize(email, NFC)))
$$;

DROP FUNCTION spelling_of;
