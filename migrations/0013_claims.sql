-- A product claims a place by the code of its invitation.
ALTER TABLE people ADD COLUMN claimed_at timestamptz;
COMMENT ON COLUMN people.claimed_at IS
  'When the product first sent the code of the invitation to POST /api/claims.';

-- a code is found however many there are
CREATE INDEX mails_code ON mails (code) WHERE code IS NOT NULL;

ALTER TABLE events DROP CONSTRAINT events_event_check,
  ADD CONSTRAINT events_event_check CHECK (event IN ('joined', 'confirmed', 'left', 'claimed'));
