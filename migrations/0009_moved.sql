-- Nobody is moved to another mailbox any more. No import and no restore brings back who was, as after an erasure.
INSERT INTO refusals (mailbox, reason, key_id, at, cleared_at)
SELECT mailbox, 'erased', key_id, at, cleared_at FROM refusals WHERE reason = 'moved'
ON CONFLICT (mailbox, reason) DO UPDATE SET at = excluded.at, cleared_at = excluded.cleared_at
WHERE refusals.at < excluded.at;

DELETE FROM refusals WHERE reason = 'moved';

ALTER TABLE refusals DROP CONSTRAINT refusals_reason_check,
  ADD CONSTRAINT refusals_reason_check CHECK (reason IN ('bounced', 'complained', 'left', 'erased'));

COMMENT ON COLUMN refusals.reason IS
  '"bounced" and "complained": no email at all. "left": only one confirmation, after another form, to a person who had confirmed. "erased": no import and no restore brings the person back.';
