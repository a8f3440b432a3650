-- Up Migration

CREATE OR REPLACE FUNCTION restore_trapped_signup(address text) RETURNS SETOF signups
LANGUAGE sql AS $$
  WITH person AS MATERIALIZED (
    -- by the key, as signups_of does: what is kept may spell the address otherwise
    SELECT DISTINCT email_key FROM signups_of(address)
  ), taken AS (
    DELETE FROM trapped_signups
    WHERE email_key IN (SELECT email_key FROM person)
    RETURNING *
  ), restored AS (
    INSERT INTO signups (email, email_key, first_name, last_name, company, role, created_at)
    SELECT DISTINCT ON (email_key)
      email, email_key, first_name, last_name, company, role, created_at
    FROM taken
    ORDER BY email_key, created_at, id
    ON CONFLICT (email_key) DO NOTHING
    RETURNING *
  )
  -- what was there before, and what has come to it: a statement does not see its own rows
  SELECT * FROM restored
  UNION ALL
  SELECT * FROM signups WHERE email_key IN (SELECT email_key FROM person)
$$;

-- Down Migration

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
  SELECT * FROM restored
  UNION ALL
  SELECT * FROM signups WHERE spelling_of(address) IN (email_key, spelling_of(email))
$$;
