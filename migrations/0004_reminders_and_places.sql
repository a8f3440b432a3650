-- One more email to a person who has not confirmed, and a page with the place in line.
ALTER TABLE mails DROP CONSTRAINT mails_kind_check;
ALTER TABLE mails ADD CONSTRAINT mails_kind_check
  CHECK (kind IN ('confirm', 'welcome', 'remind', 'invite', 'announce'));

-- friends_by_link replaces it
DROP FUNCTION IF EXISTS refer_by_link(bytea);

-- who stands before a person, however many stand behind; a signup is in neither index
CREATE INDEX people_line ON people (joined_at, email_key) WHERE confirmed_at IS NOT NULL AND left_at IS NULL;
CREATE INDEX people_codes ON people (referral_code) WHERE referral_code IS NOT NULL;
