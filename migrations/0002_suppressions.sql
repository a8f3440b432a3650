-- What outlives a person's row: keyed hashes of mailboxes.

CREATE TABLE hash_keys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE hash_keys IS
  'Keys of the hashes of mailboxes. The oldest makes new hashes; a restore adds those of other installations.';

INSERT INTO hash_keys (secret)
SELECT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

CREATE TABLE suppressions (
  mailbox_hash bytea NOT NULL,
  reason text NOT NULL CHECK (reason IN ('bounced', 'complained', 'left', 'erased')),
  key_id uuid NOT NULL REFERENCES hash_keys,
  at timestamptz NOT NULL,
  cleared_at timestamptz,
  PRIMARY KEY (mailbox_hash, reason)
);

COMMENT ON TABLE suppressions IS
  'Why a mailbox gets no email, or is not brought back. It outlives the person''s row, and a copy outside of the database outlives the database (api/src/list/suppressions/file.ts).';
COMMENT ON COLUMN suppressions.mailbox_hash IS
  'hash_of() of the mailbox; of a bounce, hash_of() of the address as it was typed, in lower case. Both are the same for most addresses.';
COMMENT ON COLUMN suppressions.reason IS
  '"bounced" and "complained": no email at all. "left": only one confirmation, after another form, to a person who had confirmed. "erased": no import and no restore brings the person back.';
COMMENT ON COLUMN suppressions.cleared_at IS
  'When it was taken back. It holds again after a later "at". The row stays, so that no restore brings the suppression back.';

CREATE TABLE history (
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  command text NOT NULL,
  key_id uuid REFERENCES hash_keys,
  mailbox_hash bytea,
  detail jsonb NOT NULL DEFAULT '{}'
);

CREATE INDEX history_mailbox ON history (mailbox_hash);
-- a restore finds out which entries it has already
CREATE UNIQUE INDEX history_entry ON history (at, command, coalesce(mailbox_hash, ''));

COMMENT ON TABLE history IS
  'Every change that an owner made, without personal data: people are keyed hashes.';
