-- Up Migration

CREATE TABLE signups (
  email text NOT NULL,
  email_key text NOT NULL,
  answers jsonb NOT NULL,
  honeypot text,
  joined_at timestamptz NOT NULL DEFAULT now(),
  corrected_at timestamptz,
  released_at timestamptz
);

COMMENT ON TABLE signups IS
  'One row per person on the waitlist, and one per quarantined signup. The first signup of an address stays: a later one never overwrites it, or anybody could rewrite anybody. There is no id: the partial indexes tell rows apart, and one index less is a tenth of the time of a signup.';
COMMENT ON COLUMN signups.email IS
  'As typed, trimmed and in NFKC: mail is sent to it.';
COMMENT ON COLUMN signups.email_key IS
  'The identity of a person, made by emailKey() of the API (api/src/signup/identity.ts).';
COMMENT ON COLUMN signups.answers IS
  'The other answers by name of the question (api/contract/fields.ts). A question that was left empty has no key.';
COMMENT ON COLUMN signups.honeypot IS
  'What was typed into the hidden field. NULL means listed; anything else means quarantined: mostly bots, now and then a person whose browser filled it in.';
COMMENT ON COLUMN signups.corrected_at IS
  'The last correction by an operator. Of two versions of a person, a restore keeps the one corrected last.';
COMMENT ON COLUMN signups.released_at IS
  'When an operator released the person from quarantine. A restore brings back no older quarantined signup.';

-- one listed row per person
CREATE UNIQUE INDEX signups_listed ON signups (email_key) WHERE honeypot IS NULL;
-- a restore finds out which quarantined signups it has already
CREATE UNIQUE INDEX signups_quarantined ON signups (email_key, joined_at) WHERE honeypot IS NOT NULL;
-- the purge takes the oldest first
CREATE INDEX signups_quarantined_at ON signups (joined_at) WHERE honeypot IS NOT NULL;

CREATE TABLE hash_keys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE hash_keys IS
  'Keys of the hashes in erasures and history. The oldest makes new hashes; a restore adds those of other installations.';

INSERT INTO hash_keys (secret)
SELECT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

CREATE TABLE erasures (
  person bytea PRIMARY KEY,
  key_id uuid NOT NULL REFERENCES hash_keys,
  erased_at timestamptz NOT NULL
);

COMMENT ON TABLE erasures IS
  'People who were erased, as HMAC-SHA256 of email_key, so that no import or restore brings them back.';

CREATE TABLE history (
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  command text NOT NULL,
  key_id uuid REFERENCES hash_keys,
  person bytea,
  detail jsonb NOT NULL DEFAULT '{}'
);

CREATE INDEX history_person ON history (person);
-- a restore finds out which entries it has already
CREATE UNIQUE INDEX history_entry ON history (at, command, coalesce(person, ''));

COMMENT ON TABLE history IS
  'Every change that an operator made, without personal data: people are keyed hashes.';

-- Down Migration

DROP VIEW IF EXISTS people;
DROP TABLE history, erasures, hash_keys, signups;
