-- Another function of the same name is told whether the button was clicked.
DROP FUNCTION IF EXISTS confirm_by_link(bytea);

COMMENT ON TABLE people IS
  'One row for each mailbox. Until the address is confirmed, the newest form decides about answers, source, consent and the spelling of the address; afterwards a form changes nothing. After leaving, the next form is a new signup.';
COMMENT ON COLUMN refusals.reason IS
  '"bounced" and "complained": no email at all. "left": only one confirmation, after another form, to a person who had confirmed. "erased", and "moved" to another address by a correction: no import and no restore brings the person back.';
COMMENT ON TABLE links IS
  'The links of emails. A token has 32 random bytes; here is its SHA-256. It confirms for 7 days, unless the person leaves after it, and leaves, shows and erases for ever.';
