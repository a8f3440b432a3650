-- Up Migration

CREATE TABLE reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('refused', 'complaint')),
  email_key text CHECK (length(email_key) <= 320),
  message_id text CHECK (length(message_id) <= 998),
  status text CHECK (length(status) <= 9),
  reported_at timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE reports IS
  'What a mail provider has told the API about mails, until the worker has applied it (api/src/worker/bounces.ts). The API may only add.';
COMMENT ON COLUMN reports.email_key IS
  'The identity of the recipient, as in signups.';
COMMENT ON COLUMN reports.message_id IS
  'The Message-ID of the mail without angle brackets, if the provider tells it.';
COMMENT ON COLUMN reports.status IS
  'The status code of RFC 3463.';

-- an erasure takes the reports of a person
CREATE INDEX reports_person ON reports (email_key);

-- Down Migration

DROP TABLE reports;
