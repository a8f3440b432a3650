-- Keyed hashes of mailboxes, which outlive a person's row.

CREATE TABLE hash_keys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE hash_keys IS
  'Keys for hashing mailboxes. New hashes use the oldest key. A restore adds other installations'' keys.';

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
  'Why a mailbox gets no email, or must not be brought back. A suppression outlives the person''s row, and its copy in a file outlives the database (api/src/list/suppressions/file.ts).';
COMMENT ON COLUMN suppressions.mailbox_hash IS
  'hash_of() the mailbox or, for a bounce, the address as typed, in lower case. For most addresses, the two are equal.';
COMMENT ON COLUMN suppressions.reason IS
  '"bounced" and "complained": no email at all. "left": only one confirmation, if a person who had confirmed sends the form again. "erased": no import or restore brings the person back.';
COMMENT ON COLUMN suppressions.cleared_at IS
  'When the suppression was lifted. It applies again if "at" is later. The row stays, so that no restore brings the suppression back.';

CREATE TABLE history (
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  command text NOT NULL,
  key_id uuid REFERENCES hash_keys,
  mailbox_hash bytea,
  detail jsonb NOT NULL DEFAULT '{}'
);

CREATE INDEX history_mailbox ON history (mailbox_hash);
-- A restore skips entries that are already there.
CREATE UNIQUE INDEX history_entry ON history (at, command, coalesce(mailbox_hash, ''));

COMMENT ON TABLE history IS
  'Changes by owners, erasures and bounces, without personal data: people are keyed hashes.';
