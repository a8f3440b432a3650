-- One gate decides about the pace of every email.
ALTER TABLE mails ADD COLUMN class text NOT NULL DEFAULT 'bulk' CHECK (class IN ('asked', 'crowd', 'bulk'));
UPDATE mails SET class = 'asked' WHERE kind = 'confirm' AND network IS NOT NULL AND state IN ('waiting', 'sending');

COMMENT ON COLUMN mails.class IS
  'Why it is wanted. "asked": somebody acts now, such as by the form. "crowd": asked for from a network that has had more than its share. "bulk": the owner or the calendar.';
COMMENT ON COLUMN mails.network IS
  'As in inbox, until a day after the email has ended.';
COMMENT ON COLUMN mails.turn IS
  'Unused.';

DROP INDEX mails_due;
-- the newest first, however many have waited for longer
CREATE INDEX mails_asked ON mails (class, wanted_at DESC, due_at) WHERE class <> 'bulk' AND state IN ('waiting', 'sending');
CREATE INDEX mails_due ON mails (kind, due_at) WHERE class = 'bulk' AND state IN ('waiting', 'sending');
DROP INDEX mails_ended;
-- what was sent in a period, however many were withdrawn
CREATE INDEX mails_used ON mails (ended_at) INCLUDE (class, kind) WHERE state IN ('sent', 'failed');
DROP INDEX mails_network;
CREATE INDEX mails_network ON mails (network, ended_at) WHERE network IS NOT NULL;
