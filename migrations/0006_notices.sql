-- Up Migration

CREATE TABLE notices (
  kind text PRIMARY KEY CHECK (kind IN ('chat', 'week')),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  counted_until timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  reply text
);

COMMENT ON TABLE notices IS
  'What the team was told last, in numbers only: `chat` by NOTIFY_URL, `week` by OWNER_EMAIL (api/src/queue/notices).';
COMMENT ON COLUMN notices.id IS
  'The Message-ID of the next email, the same in each attempt.';
COMMENT ON COLUMN notices.counted_until IS
  'The next notice counts from here.';
COMMENT ON COLUMN notices.due_at IS
  'When the next one is due, or while one is under way, when a crashed attempt is repeated.';
COMMENT ON COLUMN notices.reply IS
  'The code of the last failure, such as 404 or ECONNREFUSED. NULL after a success.';

-- Down Migration

DROP TABLE notices;
