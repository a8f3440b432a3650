-- Up Migration

CREATE TABLE signups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  email_key text NOT NULL CONSTRAINT signups_email_key_unique UNIQUE,
  first_name text NOT NULL,
  last_name text NOT NULL,
  company text,
  role text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE signups IS
  'The waitlist, one row a person. The first signup of an address stays: a later one never overwrites it, or anybody could rewrite anybody.';
COMMENT ON COLUMN signups.id IS
  'Order of arrival. Gaps are normal: a duplicate takes a number too.';
COMMENT ON COLUMN signups.email IS
  'As typed, because that is what mail is sent to.';
COMMENT ON COLUMN signups.email_key IS
  'Trimmed, NFC, lower case, domain as punycode: two spellings of one mailbox are one person.';
COMMENT ON COLUMN signups.company IS
  'NULL when left empty: it is optional.';
COMMENT ON COLUMN signups.role IS
  'A value of the contract (api/contract/waitlist.ts). No CHECK here: the list of roles has one home.';

-- Down Migration

DROP TABLE signups;
