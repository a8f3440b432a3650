-- The form of a person who had confirmed and left waits beside the row until they click.
ALTER TABLE people ADD COLUMN rejoined_at timestamptz, ADD COLUMN pending_form jsonb;

-- An email that still waits is about such a form, which has replaced the row before.
UPDATE people SET rejoined_at = joined_at, pending_form = jsonb_build_object(
    'email', email, 'answers', answers, 'source', source, 'agreed_to', agreed_to, 'agreed_at', agreed_at
  )
WHERE confirmed_at IS NULL AND left_at < agreed_at AND EXISTS (
  SELECT FROM mails
  WHERE mails.email_key = people.email_key AND kind = 'confirm' AND wanted_at > left_at
    AND state IN ('waiting', 'sending', 'written')
);

ALTER TABLE reports ADD COLUMN email text CHECK (length(email) <= 320);

COMMENT ON COLUMN reports.email_key IS 'The mailbox of the recipient.';
COMMENT ON COLUMN reports.email IS
  'The recipient in one spelling, with its tag (api/src/list/people/mailbox.ts). NULL: stored by an earlier version.';
COMMENT ON COLUMN refusals.mailbox IS
  'hash_of() of the mailbox; of a bounce, hash_of() of the address as it was typed, in lower case. Both are the same for most addresses.';
COMMENT ON TABLE people IS
  'One row for each mailbox. Until the address is confirmed, the newest form decides about answers, source, consent and the spelling of the address; afterwards a form changes nothing.';
COMMENT ON COLUMN people.rejoined_at IS
  'The first form after the person, who had confirmed, left. One email asks whether to come back, and no other. NULL again with the click.';
COMMENT ON COLUMN people.pending_form IS
  'The newest of these forms, by columns of this table. It takes effect with the click, and is deleted if the person leaves again or does not click.';
