-- Up Migration

ALTER TABLE signups ADD referral_code text;

COMMENT ON COLUMN signups.referral_code IS
  'The code of the person''s link for friends, made when they have confirmed. A friend has it as the source, so no row points to another, and erasing one leaves the other whole.';

-- the friends of a code; a signup has not confirmed, so it is in no index of them
CREATE INDEX signups_friends ON signups (source)
  WHERE confirmed_at IS NOT NULL AND source ~ '^[bcdfghjklmnpqrstvwxz]{10}$';

-- Ten consonants of random bytes: 256 is no multiple of 20, which makes the first 16 letters 8 % more frequent.
-- The bytes of a UUID that are not random are left out (RFC 9562, section 5.4).
CREATE FUNCTION new_referral_code() RETURNS text
LANGUAGE sql VOLATILE SET search_path = public, pg_temp AS $$
  SELECT string_agg(substr('bcdfghjklmnpqrstvwxz', get_byte(bytes, at) % 20 + 1, 1), '')
  FROM (SELECT uuid_send(gen_random_uuid()) AS bytes) AS random,
    unnest(ARRAY[0, 1, 2, 3, 4, 5, 9, 10, 11, 12]) AS at
$$;

-- How many friends of a code have confirmed: once for each mailbox, and never the person's own.
CREATE FUNCTION referrals_of(code text, person_key text) RETURNS integer
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT count(DISTINCT mailbox_of(email_key))::integer FROM signups
  WHERE source = code AND source ~ '^[bcdfghjklmnpqrstvwxz]{10}$' AND confirmed_at IS NOT NULL
    AND left_at IS NULL AND honeypot IS NULL AND mailbox_of(email_key) <> mailbox_of(person_key)
$$;

-- The code of a person who has confirmed. It is made once.
CREATE FUNCTION refer_by_link(hash bytea) RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE signups SET referral_code = coalesce(referral_code, new_referral_code())
  FROM links
  WHERE token = hash AND signups.email_key = links.email_key
    AND honeypot IS NULL AND confirmed_at IS NOT NULL AND left_at IS NULL
  RETURNING referral_code
$$;

CREATE OR REPLACE FUNCTION data_by_link(hash bytea) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  -- every column, so that a later one is shown as well
  SELECT to_jsonb(signups) - 'email_key' - 'honeypot' || jsonb_build_object('mails', coalesce((
    SELECT jsonb_agg(jsonb_build_object('kind', kind, 'sent_at', at) ORDER BY at)
    FROM deliveries
    WHERE deliveries.email_key = signups.email_key AND outcome = 'sent' AND kind <> 'webhook'
  ), '[]'), 'referrals', CASE WHEN referral_code IS NOT NULL
    THEN referrals_of(referral_code, signups.email_key)::text END)
  FROM links JOIN signups ON signups.email_key = links.email_key AND honeypot IS NULL
  WHERE token = hash
$$;

REVOKE EXECUTE ON FUNCTION new_referral_code, referrals_of, refer_by_link FROM PUBLIC;

-- Down Migration

CREATE OR REPLACE FUNCTION data_by_link(hash bytea) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT to_jsonb(signups) - 'email_key' - 'honeypot' || jsonb_build_object('mails', coalesce((
    SELECT jsonb_agg(jsonb_build_object('kind', kind, 'sent_at', at) ORDER BY at)
    FROM deliveries
    WHERE deliveries.email_key = signups.email_key AND outcome = 'sent' AND kind <> 'webhook'
  ), '[]'))
  FROM links JOIN signups ON signups.email_key = links.email_key AND honeypot IS NULL
  WHERE token = hash
$$;
DROP VIEW IF EXISTS people;
DROP FUNCTION refer_by_link, referrals_of, new_referral_code;
DROP INDEX signups_friends;
ALTER TABLE signups DROP referral_code;
