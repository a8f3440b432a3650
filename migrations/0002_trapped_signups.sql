-- Up Migration

CREATE TABLE trapped_signups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  email_key text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  company text,
  role text NOT NULL,
  website text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- an operator looks for one person who says that they signed up
CREATE INDEX trapped_signups_email_key ON trapped_signups (email_key);

COMMENT ON TABLE trapped_signups IS
  'Signups whose hidden website field was filled: mostly bots, now and then a person whose browser filled it. Kept apart so that an operator can move such a person to signups, with the time at which they came.';
COMMENT ON COLUMN trapped_signups.email_key IS
  'As in signups, for restoring with ON CONFLICT DO NOTHING. Not unique: every attempt is kept, and answering costs the same work each time.';
COMMENT ON COLUMN trapped_signups.website IS
  'What was put into the trap: tells a bot''s link from a person''s autofill.';

-- Down Migration

DROP TABLE trapped_signups;
