-- Up Migration

ALTER TABLE signups
  ADD agreed_to text,
  ADD source text,
  ADD confirmed_at timestamptz,
  ADD left_at timestamptz,
  ADD invited_at timestamptz,
  ADD undeliverable_at timestamptz;

COMMENT ON COLUMN signups.agreed_to IS
  'The version of the text beside the form''s button (api/contract/consent.ts), agreed to at joined_at. NULL: an import.';
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
  arrived_at timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE arrivals IS
  'One row for each signup and each request for another confirmation, written in the signup''s own statement. The worker takes them and makes the mails (api/src/queue/arrivals.ts). It has no index, so that a signup stays cheap, and anybody''s address can be in it.';

CREATE TABLE outbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  email_key text NOT NULL,
  -- all spellings of one mailbox: tags, and the dots of Gmail
  mailbox text NOT NULL GENERATED ALWAYS AS (
    regexp_replace(
      CASE WHEN email_key LIKE '%@gmail.com'
        THEN replace(split_part(email_key, '@', 1), '.', '') || '@gmail.com'
        ELSE email_key
      END, '\+[^@]*@', '@')
  ) STORED,
  about text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL DEFAULT now(),
  leased_until timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  finished_at timestamptz,
  outcome text CHECK (outcome IN ('sent', 'failed')),
  reply text,
  CHECK ((finished_at IS NULL) = (outcome IS NULL))
);

COMMENT ON TABLE outbox IS
  'Mails, webhooks and erasures that the worker has to do or has done (api/src/queue/outbox.ts). Finished rows are deleted after 90 days.';
COMMENT ON COLUMN outbox.id IS
  'The Message-ID of a mail, the same in each attempt.';
COMMENT ON COLUMN outbox.about IS
  'Which announcement or which event it is about.';
COMMENT ON COLUMN outbox.due_at IS
  'The next attempt, or while leased_until is set, when a crashed attempt is repeated.';
COMMENT ON COLUMN outbox.reply IS
  'The code of the last failure, such as 550 or ECONNREFUSED, without personal data.';

-- one waiting row for the same thing
CREATE UNIQUE INDEX outbox_waiting ON outbox (email_key, kind, about) WHERE finished_at IS NULL;
CREATE INDEX outbox_due ON outbox (kind, due_at) WHERE finished_at IS NULL;
-- what belongs to a person
CREATE INDEX outbox_person ON outbox (email_key, finished_at);
-- what a mailbox got in the last day
CREATE INDEX outbox_mailbox ON outbox (mailbox, finished_at);
-- what was sent in the last hour; what is older than 90 days
CREATE INDEX outbox_finished ON outbox (finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE announcements (
  id text PRIMARY KEY,
  subject text NOT NULL,
  html text NOT NULL,
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE announcements IS
  'The letters of `waitlist announce`, by a hash of their content: the same file twice is one announcement.';

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
    INSERT INTO outbox (kind, email_key, about) SELECT 'webhook', email_key, 'confirmed' FROM confirmed
    -- after one that waits for a receiver, in the new order
    ON CONFLICT (email_key, kind, about) WHERE finished_at IS NULL
    DO UPDATE SET created_at = excluded.created_at
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
    -- an invitation that was not sent may be queued again
    UPDATE signups SET left_at = now(), invited_at = CASE WHEN EXISTS (
      SELECT FROM outbox WHERE outbox.email_key = person.email_key AND kind = 'invite' AND finished_at IS NULL
    ) THEN NULL ELSE invited_at END
    FROM person
    WHERE signups.email_key = person.email_key AND honeypot IS NULL AND person.left_at IS NULL
    RETURNING signups.email_key
  ), withdrawn AS (
    DELETE FROM outbox USING gone
    WHERE outbox.email_key = gone.email_key AND finished_at IS NULL AND kind NOT IN ('webhook', 'erase')
  ), event AS (
    INSERT INTO outbox (kind, email_key, about) SELECT 'webhook', email_key, 'left' FROM gone
    ON CONFLICT (email_key, kind, about) WHERE finished_at IS NULL
    DO UPDATE SET created_at = excluded.created_at
  )
  SELECT EXISTS (SELECT FROM person)
$$;

CREATE FUNCTION data_by_link(hash bytea) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object(
    'email', email, 'answers', answers, 'joined_at', joined_at, 'agreed_to', agreed_to,
    'source', source, 'confirmed_at', confirmed_at, 'left_at', left_at, 'invited_at', invited_at,
    'undeliverable_at', undeliverable_at, 'corrected_at', corrected_at, 'released_at', released_at,
    'mails', coalesce((
      SELECT jsonb_agg(jsonb_build_object('kind', kind, 'sent_at', finished_at) ORDER BY finished_at)
      FROM outbox WHERE outbox.email_key = signups.email_key AND outcome = 'sent' AND kind <> 'webhook'
    ), '[]'))
  FROM links JOIN signups ON signups.email_key = links.email_key AND honeypot IS NULL
  WHERE token = hash
$$;

-- The worker erases: only it knows the key of the hash that remembers the erasure.
CREATE FUNCTION erase_by_link(hash bytea) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH person AS (
    SELECT signups.email_key
    FROM links JOIN signups ON signups.email_key = links.email_key AND honeypot IS NULL
    WHERE token = hash
  ), task AS (
    INSERT INTO outbox (kind, email_key) SELECT 'erase', email_key FROM person
    ON CONFLICT DO NOTHING
  )
  SELECT EXISTS (SELECT FROM person)
$$;

REVOKE EXECUTE ON FUNCTION confirm_by_link, leave_by_link, data_by_link, erase_by_link FROM PUBLIC;

-- Down Migration

DROP VIEW IF EXISTS people;
DROP FUNCTION confirm_by_link, leave_by_link, data_by_link, erase_by_link;
DROP TABLE jobs, links, announcements, outbox, arrivals;
ALTER TABLE signups
  DROP agreed_to, DROP source, DROP confirmed_at, DROP left_at, DROP invited_at,
  DROP undeliverable_at;
