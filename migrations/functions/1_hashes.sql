-- Mailboxes as keyed hashes.

-- Hashes a mailbox. The secret comes first, which permits length extension, but the hashes are not published.
CREATE OR REPLACE FUNCTION hash_of(person text) RETURNS bytea
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT sha256(secret || convert_to(person, 'UTF8')) FROM hash_keys ORDER BY created_at, id LIMIT 1
$$;

-- Hashes a mailbox with every key, because a restore may bring in hashes from other installations. ROWS lets the
-- planner use indexes, here and below.
CREATE OR REPLACE FUNCTION hashes_of(person text) RETURNS SETOF bytea
LANGUAGE sql STABLE ROWS 2 SET search_path = public, pg_temp AS $$
  SELECT sha256(secret || convert_to(person, 'UTF8')) FROM hash_keys
$$;

-- Autovacuum skips a table this small. Without ANALYZE, the planner would expect many rows and read all suppressions.
ANALYZE hash_keys;

CREATE OR REPLACE FUNCTION record_change(command text, person text, detail jsonb) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO history (command, key_id, mailbox_hash, detail)
  SELECT command, id, hash_of(person), detail FROM hash_keys ORDER BY created_at, id LIMIT 1
$$;

-- Everyone may call a function unless this is revoked. api/src/system/roles.ts grants the API what it needs.
REVOKE EXECUTE ON FUNCTION hash_of, hashes_of, record_change FROM PUBLIC;
