-- a report that names no address finds nobody
DELETE FROM reports WHERE applied_at IS NOT NULL OR email_key IS NULL;
ALTER TABLE reports DROP COLUMN event_id, DROP COLUMN message_id, DROP COLUMN applied_at,
  ALTER COLUMN email_key SET NOT NULL;
CREATE INDEX reports_person ON reports (email_key);
COMMENT ON TABLE reports IS
  'Bounces and complaints that a mail provider has sent to the API, which may only add. The worker applies and deletes them.';
COMMENT ON COLUMN reports.email_key IS 'The recipient.';
