-- Up Migration

-- the purge looks for the oldest ones every hour
CREATE INDEX trapped_signups_created_at ON trapped_signups (created_at);

CREATE FUNCTION restore_trapped_signup(address text) RETURNS SETOF signups
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
  -- what was there before, and what has come to it: a statement does not see its own rows
  SELECT * FROM restored
  UNION ALL
  SELECT * FROM signups
  WHERE lower(normalize(btrim(address), NFC)) IN (email_key, lower(normalize(email, NFC)))
$$;

COMMENT ON FUNCTION restore_trapped_signup IS
  'Moves a person whose browser filled the trap to the list, with the time at which they first came, and returns their row. Called again, or for somebody on the list, it changes nothing there.';

-- Down Migration

DROP FUNCTION restore_trapped_signup;
DROP INDEX trapped_signups_created_at;
