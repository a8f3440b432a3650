-- Letters that follow the confirmation by some days. The welcome letter is the first of them.
UPDATE mails SET letter = 'welcome' WHERE kind = 'welcome' AND letter = '';

CREATE TABLE after_letters (
  name text PRIMARY KEY,
  starts_at timestamptz NOT NULL DEFAULT now(),
  queued_until timestamptz DEFAULT now()
);

COMMENT ON TABLE after_letters IS
  'The files in letters/after that the worker knows. A row goes with its file.';
COMMENT ON COLUMN after_letters.starts_at IS
  'It goes to people who have confirmed since. The worker saw the file then.';
COMMENT ON COLUMN after_letters.queued_until IS
  'It is queued for people who have confirmed by then. NULL after a restore: what was due may have been sent.';
