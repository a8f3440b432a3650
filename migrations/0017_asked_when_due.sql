-- Whatever waits is asked again when it is due: who gets it, and whether an owner has cancelled it.
ALTER TABLE mails ADD COLUMN cancelled_at timestamptz,
  -- an email whose conditions cannot be read would stop the worker
  ADD COLUMN conditions jsonb
    CHECK (jsonb_typeof(conditions) = 'array' AND NOT conditions @? 'strict $[*] ? (@.type() != "object")');

COMMENT ON COLUMN mails.conditions IS
  'The conditions of `waitlist announce --where`, which the person must meet when it is sent as well. NULL: none.';
COMMENT ON COLUMN mails.cancelled_at IS
  'When an owner cancelled it, also while it was sent or after it had failed. It is not sent again unless an owner asks for it.';
COMMENT ON COLUMN mails.code IS
  'The random code in the button of an invitation, by which a place is claimed. It says nothing about the person. Repeating an invitation that was sent replaces it.';
COMMENT ON COLUMN mails.id IS
  'The Message-ID, the same in each attempt. Repeating an email that was sent replaces it, because mail servers drop duplicates.';
COMMENT ON TABLE letters IS
  'The letters of `waitlist announce`, by a hash of their content: the same file twice is one letter. `{{site}}` stands for the address of the site. The texts are deleted after 90 days, the row never.';
