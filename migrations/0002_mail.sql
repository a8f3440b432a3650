-- Up Migration

ALTER TABLE signups
  ADD agreed_to text,
  ADD agreed_at timestamptz,
  ADD source text,
  ADD confirmed_at timestamptz,
  ADD left_at timestamptz,
  ADD invited_at timestamptz,
  ADD undeliverable_at timestamptz;

COMMENT ON COLUMN signups.agreed_to IS
  'The version of the text beside the form''s button (api/contract/consent.ts), or "unknown" if the form named none that is known. NULL: an import.';
COMMENT ON COLUMN signups.agreed_at IS
  'When the form was sent. A person who was imported and sends it later has agreed then.';
COMMENT ON COLUMN signups.source IS
  'The word in ?ref= or ?utm_source= of the visitor''s first page.';
COMMENT ON COLUMN signups.confirmed_at IS
  'When the person pressed the button behind the link of a mail. Updates and offers go to confirmed people only.';
COMMENT ON COLUMN signups.left_at IS
  'When the person left the waitlist. The row stays, so that nothing is sent to the address again; an unconfirmed one is erased after 30 days.';
COMMENT ON COLUMN signups.invited_at IS
  'When the invitation was queued. Nobody is invited twice.';
COMMENT ON COLUMN signups.undeliverable_at IS
  'When a mail server refused the address for good, or its owner complained. Nothing is sent to it again.';

CREATE TABLE arrivals (
  email_key text NOT NULL,
  network bytea,
  agreed_to text,
  arrived_at timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE arrivals IS
  'One row for each signup and each request for another confirmation, written in the signup''s own statement. The worker takes them and makes the mails (api/src/queue/arrivals.ts). It has no index, so that a signup stays cheap, and anybody''s address can be in it.';
COMMENT ON COLUMN arrivals.network IS
  'A hash of the visitor''s network with a salt of the day that is in memory only (api/src/signup/network.ts).';
COMMENT ON COLUMN arrivals.agreed_to IS
  'As in signups. NULL: a request for another confirmation, which is no consent.';

-- The part before the @, up to the first plus sign that something precedes. No regular expression: the
-- queue computes the mailbox of every row.
CREATE FUNCTION without_tag(email_key text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(
  nullif(split_part(left(email_key, -1 - length(split_part(email_key, '@', -1))), '+', 1), ''),
  left(email_key, -1 - length(split_part(email_key, '@', -1)))
);

-- Second names of one mailbox, and whether its provider ignores dots or other separators:
-- support.google.com/mail/answer/7436150 (dots) and /10313 (googlemail.com),
-- proton.me/support/addresses-and-aliases, support.apple.com/en-us/108789.
-- Addresses at live.com, hotmail.com and outlook.com belong to different people.
CREATE FUNCTION mailbox_of(email_key text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE split_part(email_key, '@', -1)
  WHEN 'gmail.com' THEN replace(without_tag(email_key), '.', '') || '@gmail.com'
  WHEN 'googlemail.com' THEN replace(without_tag(email_key), '.', '') || '@gmail.com'
  WHEN 'proton.me' THEN translate(without_tag(email_key), '._-', '') || '@proton.me'
  WHEN 'protonmail.com' THEN translate(without_tag(email_key), '._-', '') || '@proton.me'
  WHEN 'protonmail.ch' THEN translate(without_tag(email_key), '._-', '') || '@proton.me'
  WHEN 'pm.me' THEN translate(without_tag(email_key), '._-', '') || '@proton.me'
  WHEN 'me.com' THEN without_tag(email_key) || '@icloud.com'
  WHEN 'mac.com' THEN without_tag(email_key) || '@icloud.com'
  ELSE without_tag(email_key) || '@' || split_part(email_key, '@', -1)
END;

COMMENT ON FUNCTION mailbox_of IS
  'One spelling for all addresses of a mailbox: without the tag, and with the first name of its provider.';

CREATE FUNCTION mailbox_hash(email_key text) RETURNS bytea
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT sha256(secret || convert_to(mailbox_of(email_key), 'UTF8'))
  FROM hash_keys ORDER BY created_at, id LIMIT 1
$$;

CREATE TABLE tasks (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  email_key text NOT NULL,
  mailbox text NOT NULL GENERATED ALWAYS AS (mailbox_of(email_key)) STORED,
  about text NOT NULL DEFAULT '',
  network bytea,
  turn integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL DEFAULT now(),
  leased_until timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  reply text
);

COMMENT ON TABLE tasks IS
  'The queue: mails, webhooks and erasures that the worker has to do. What was done is in deliveries. docs/decisions/0030 explains both.';
COMMENT ON COLUMN tasks.id IS
  'The Message-ID of a mail, the same in each attempt.';
COMMENT ON COLUMN tasks.about IS
  'Which announcement or which event it is about.';
COMMENT ON COLUMN tasks.network IS
  'As in arrivals.';
COMMENT ON COLUMN tasks.turn IS
  'How many confirmations of the same network waited before it. Lower turns go first, so that a flood delays itself.';
COMMENT ON COLUMN tasks.due_at IS
  'The next attempt, or while leased_until is set, when a crashed attempt is repeated.';
COMMENT ON COLUMN tasks.reply IS
  'The code of the last failure, such as 450 or ECONNREFUSED, without personal data.';

-- one task for the same thing, and what belongs to a person
CREATE UNIQUE INDEX tasks_thing ON tasks (email_key, kind, about);
-- one waiting confirmation for each mailbox
CREATE UNIQUE INDEX tasks_confirmation ON tasks (mailbox) WHERE kind = 'confirm';
CREATE INDEX tasks_next ON tasks (kind, turn, due_at);
CREATE INDEX tasks_mailbox ON tasks (mailbox);
-- what is under way: of a mailbox, and of a kind
CREATE INDEX tasks_leased ON tasks (mailbox, leased_until) WHERE leased_until IS NOT NULL;
CREATE INDEX tasks_under_way ON tasks (kind, leased_until) WHERE leased_until IS NOT NULL;
CREATE INDEX tasks_network ON tasks (network, turn) WHERE network IS NOT NULL;

CREATE TABLE deliveries (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  email_key text,
  mailbox bytea NOT NULL,
  about text NOT NULL DEFAULT '',
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  outcome text NOT NULL CHECK (outcome IN ('sent', 'failed')),
  attempts integer NOT NULL DEFAULT 1,
  reply text
);

COMMENT ON TABLE deliveries IS
  'The record of mails and webhooks that were sent or have failed for good. Deleted after 90 days.';
COMMENT ON COLUMN deliveries.id IS
  'The id of the task.';
COMMENT ON COLUMN deliveries.email_key IS
  'NULL after an erasure: what is left counts in the budget of the mailbox for a day.';
COMMENT ON COLUMN deliveries.mailbox IS
  'mailbox_hash() of the address.';

CREATE INDEX deliveries_person ON deliveries (email_key, at);
-- what a mailbox got in the last day
CREATE INDEX deliveries_mailbox ON deliveries (mailbox, at);
-- what was sent in the last hour; what is older than 90 days
CREATE INDEX deliveries_at ON deliveries (at);

CREATE TABLE announcements (
  id text PRIMARY KEY,
  subject text NOT NULL,
  html text,
  text text,
  created_at timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE announcements IS
  'The letters of `waitlist announce`, by a hash of their content: the same file twice is one announcement. The texts are deleted after 90 days, the row never.';

CREATE TABLE links (
  token bytea PRIMARY KEY,
  email_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX links_person ON links (email_key);

COMMENT ON TABLE links IS
  'The links of mails. A token has 32 random bytes; here is its SHA-256. It confirms for 7 days, and leaves, shows and erases for ever.';

CREATE TABLE jobs (
  name text PRIMARY KEY,
  last_run_at timestamptz NOT NULL
);

COMMENT ON TABLE jobs IS
  'When each scheduled job of the worker last came to its end.';

-- The API may change and read a person only through these functions, with the token of a link.

CREATE FUNCTION confirm_by_link(hash bytea) RETURNS boolean
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
    -- after one that waits for a receiver, in the new order
    ON CONFLICT (email_key, kind, about) DO UPDATE SET created_at = excluded.created_at
  )
  SELECT EXISTS (SELECT FROM person)
$$;

CREATE FUNCTION leave_by_link(hash bytea) RETURNS boolean
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

CREATE FUNCTION data_by_link(hash bytea) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  -- every column, so that a later one is shown as well
  SELECT to_jsonb(signups) - 'email_key' - 'honeypot' || jsonb_build_object('mails', coalesce((
    SELECT jsonb_agg(jsonb_build_object('kind', kind, 'sent_at', at) ORDER BY at)
    FROM deliveries
    WHERE deliveries.email_key = signups.email_key AND outcome = 'sent' AND kind <> 'webhook'
  ), '[]'))
  FROM links JOIN signups ON signups.email_key = links.email_key AND honeypot IS NULL
  WHERE token = hash
$$;

-- What is held at this moment goes at once, so that the same person may join again. The worker then
-- remembers the erasure, because only it knows the key of the hash.
CREATE FUNCTION erase_by_link(hash bytea) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH person AS (
    SELECT signups.email_key
    FROM links JOIN signups ON signups.email_key = links.email_key AND honeypot IS NULL
    WHERE token = hash
    FOR UPDATE OF signups
  ), erased AS (
    -- two halves, because each has its own index
    DELETE FROM signups USING person
    WHERE signups.email_key = person.email_key AND honeypot IS NULL
  ), no_quarantine AS (
    DELETE FROM signups USING person
    WHERE signups.email_key = person.email_key AND honeypot IS NOT NULL
  ), no_arrivals AS (
    DELETE FROM arrivals USING person WHERE arrivals.email_key = person.email_key
  ), no_links AS (
    DELETE FROM links USING person WHERE links.email_key = person.email_key
  ), no_tasks AS (
    DELETE FROM tasks USING person WHERE tasks.email_key = person.email_key AND kind <> 'erase'
  ), no_deliveries AS (
    UPDATE deliveries SET email_key = NULL, about = '', reply = NULL
    FROM person WHERE deliveries.email_key = person.email_key
  ), task AS (
    INSERT INTO tasks (kind, email_key) SELECT 'erase', email_key FROM person
    ON CONFLICT (email_key, kind, about) DO UPDATE SET created_at = excluded.created_at
  )
  SELECT EXISTS (SELECT FROM person)
$$;

REVOKE EXECUTE ON FUNCTION without_tag, mailbox_of, mailbox_hash FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION confirm_by_link, leave_by_link, data_by_link, erase_by_link FROM PUBLIC;

-- Down Migration

DROP VIEW IF EXISTS people;
DROP FUNCTION confirm_by_link, leave_by_link, data_by_link, erase_by_link;
DROP TABLE jobs, links, announcements, deliveries, tasks, arrivals;
DROP FUNCTION mailbox_hash, mailbox_of, without_tag;
ALTER TABLE signups
  DROP agreed_to, DROP agreed_at, DROP source, DROP confirmed_at, DROP left_at, DROP invited_at,
  DROP undeliverable_at;
