CREATE TABLE inbox (
  email text,
  email_key text NOT NULL,
  answers jsonb,
  honeypot text,
  agreed_to text,
  source text,
  network bytea,
  sent_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- the fold empties the table every second
ALTER TABLE inbox SET (autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_scale_factor = 0);

COMMENT ON TABLE inbox IS
  'One row for each form that was sent, as it was sent, until it is folded (api/src/list/inbox/fold.ts). All that the API writes about a person. It has no index, so that a signup stays cheap.';
COMMENT ON COLUMN inbox.email IS
  'As typed, trimmed and in NFKC: emails are sent to it. NULL: a request for another confirmation, which is no signup and no consent.';
COMMENT ON COLUMN inbox.email_key IS
  'The mailbox, made by emailKey() of the API (api/src/list/people/mailbox.ts).';
COMMENT ON COLUMN inbox.honeypot IS
  'What only a bot sends: the content of the hidden field, or an answer with a link. NULL for a person.';
COMMENT ON COLUMN inbox.network IS
  'A hash of the visitor''s network with a salt of the day that is in memory only (api/src/list/inbox/network.ts).';

CREATE TABLE people (
  email_key text PRIMARY KEY,
  email text NOT NULL,
  answers jsonb NOT NULL,
  joined_at timestamptz NOT NULL DEFAULT now(),
  source text,
  agreed_to text,
  agreed_at timestamptz,
  confirmed_at timestamptz,
  left_at timestamptz,
  undeliverable_at timestamptz,
  referral_code text,
  corrected_at timestamptz
);

COMMENT ON TABLE people IS
  'One row for each mailbox. Until the address is confirmed, the newest form decides about answers, source, consent and the spelling of the address; afterwards a form changes nothing.';
COMMENT ON COLUMN people.answers IS
  'The other answers by name of the question (contract/fields.ts). A question that was left empty has no key.';
COMMENT ON COLUMN people.source IS
  'The word in ?ref= or ?utm_source= of the visitor''s first page, else the host name of the website with the link.';
COMMENT ON COLUMN people.agreed_to IS
  'The version of the text beside the form''s button (contract/consent.ts), or "unknown" if the form named none that is known. NULL: an import.';
COMMENT ON COLUMN people.agreed_at IS
  'When that form was sent.';
COMMENT ON COLUMN people.confirmed_at IS
  'When the person clicked the button behind the link of an email. Updates and offers go to confirmed people only.';
COMMENT ON COLUMN people.left_at IS
  'Follows from the refusal "left". Only mark() sets it on a row that exists.';
COMMENT ON COLUMN people.undeliverable_at IS
  'Follows from the refusals "bounced" and "complained", as left_at.';
COMMENT ON COLUMN people.referral_code IS
  'The code of the person''s referral link, made when they have confirmed. A friend has it as the source, so no row points to another, and erasing one leaves the other whole.';
COMMENT ON COLUMN people.corrected_at IS
  'The last correction by an owner.';

-- the friends of a code; a signup has not confirmed, so it is in no index of them
CREATE INDEX people_friends ON people (source)
  WHERE confirmed_at IS NOT NULL AND source ~ '^[bcdfghjklmnpqrstvwxz]{10}$';

CREATE TABLE quarantine (
  email_key text NOT NULL,
  email text NOT NULL,
  answers jsonb NOT NULL,
  honeypot text NOT NULL,
  agreed_to text,
  source text,
  joined_at timestamptz NOT NULL,
  PRIMARY KEY (email_key, joined_at)
);

-- the purge takes the oldest first
CREATE INDEX quarantine_joined ON quarantine (joined_at);

COMMENT ON TABLE quarantine IS
  'Forms that a bot has sent, or now and then a person whose browser filled in the hidden field. Deleted after 30 days.';

CREATE TABLE hash_keys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE hash_keys IS
  'Keys of the hashes of mailboxes. The oldest makes new hashes; a restore adds those of other installations.';

INSERT INTO hash_keys (secret)
SELECT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

CREATE TABLE refusals (
  mailbox bytea NOT NULL,
  reason text NOT NULL CHECK (reason IN ('bounced', 'complained', 'left', 'erased', 'moved')),
  key_id uuid NOT NULL REFERENCES hash_keys,
  at timestamptz NOT NULL,
  cleared_at timestamptz,
  PRIMARY KEY (mailbox, reason)
);

COMMENT ON TABLE refusals IS
  'Why a mailbox gets no email, or is not brought back. It outlives the person''s row, and a copy outside of the database outlives the database (api/src/list/suppressions/file.ts).';
COMMENT ON COLUMN refusals.mailbox IS
  'hash_of() of the mailbox.';
COMMENT ON COLUMN refusals.reason IS
  '"bounced" and "complained": no email at all. "left": only a confirmation to a person who had confirmed. "erased", and "moved" to another address by a correction: no import and no restore brings the person back.';
COMMENT ON COLUMN refusals.cleared_at IS
  'When it was taken back. It holds again after a later "at". The row stays, so that no restore brings the refusal back.';

CREATE TABLE history (
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  command text NOT NULL,
  key_id uuid REFERENCES hash_keys,
  mailbox bytea,
  detail jsonb NOT NULL DEFAULT '{}'
);

CREATE INDEX history_mailbox ON history (mailbox);
-- a restore finds out which entries it has already
CREATE UNIQUE INDEX history_entry ON history (at, command, coalesce(mailbox, ''));

COMMENT ON TABLE history IS
  'Every change that an owner made, without personal data: people are keyed hashes.';
