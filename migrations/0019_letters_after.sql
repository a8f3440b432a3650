-- Letters after the confirmation go on after a restore, and after a week without their files.
ALTER TABLE after_letters ALTER COLUMN queued_until SET DEFAULT '-infinity',
  ADD COLUMN missing_since timestamptz,
  ADD COLUMN restored_until timestamptz,
  ADD COLUMN restored_at timestamptz;

-- These letters were queued for no one, so people whom a restore brings may still be due.
UPDATE after_letters SET queued_until = '-infinity' WHERE queued_until = starts_at;
-- The restore of the previous version wrote NULL.
UPDATE after_letters SET queued_until = '-infinity', restored_until = now(), restored_at = now()
WHERE queued_until IS NULL;

COMMENT ON TABLE after_letters IS
  'The files in letters/after that a worker has seen. A row is deleted after a week without its file.';
COMMENT ON COLUMN after_letters.queued_until IS
  'It is queued for people who have confirmed by then.';
COMMENT ON COLUMN after_letters.missing_since IS
  'Since then, a worker runs without the file.';
COMMENT ON COLUMN after_letters.restored_until IS
  'People who confirmed by then may have got the letter after the backup, if it was due by restored_at.';
COMMENT ON COLUMN after_letters.restored_at IS
  'The last restore that brought people.';

ALTER TABLE links ADD COLUMN confirmed boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN links.confirmed IS
  'By this link, its person confirmed.';
