-- Adds the emails and events that tell a person about friends.

ALTER TABLE mails
  DROP CONSTRAINT mails_kind_check,
  ADD CONSTRAINT mails_kind_check CHECK (kind IN ('confirm', 'remind', 'after', 'friend', 'invite', 'announce'));

COMMENT ON COLUMN mails.letter IS
  'The id of an announced letter, the name of a letter that follows the confirmation, or the number of friends that the email reports. Empty for other kinds.';

ALTER TABLE events
  DROP CONSTRAINT events_event_check,
  ADD CONSTRAINT events_event_check CHECK (event IN ('joined', 'confirmed', 'friend_confirmed', 'left', 'claimed'));

ALTER TABLE after_letters ADD COLUMN friends integer;

COMMENT ON COLUMN after_letters.friends IS
  'The number in the letter''s `when:` line, if it has one.';
COMMENT ON COLUMN after_letters.restored_until IS
  'People who had confirmed by this time may have received the letter after the backup was made, if it was due by restored_at. For a letter with `when:`, only friends who confirmed later are new.';
