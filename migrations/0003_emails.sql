-- Emails from the moment they are wanted, the letters they carry, and the links in them.

CREATE TABLE mails (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('confirm', 'remind', 'after', 'invite', 'announce')),
  class text NOT NULL DEFAULT 'bulk' CHECK (class IN ('asked', 'crowd', 'bulk')),
  mailbox text,
  mailbox_hash bytea,
  letter text NOT NULL DEFAULT '',
  -- Conditions that cannot be read would stop the worker.
  conditions jsonb
    CHECK (jsonb_typeof(conditions) = 'array' AND NOT conditions @? 'strict $[*] ? (@.type() != "object")'),
  code text,
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'sending', 'sent', 'written', 'failed', 'withdrawn')),
  wanted_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL DEFAULT now(),
  cancelled_at timestamptz,
  ended_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  lease uuid,
  reply text,
  network bytea
);

COMMENT ON TABLE mails IS
  'One row for each email, from the moment it is wanted until its record is deleted. The row never moves to another table.';
COMMENT ON COLUMN mails.id IS
  'Becomes the Message-ID. A retry keeps it if an earlier attempt may have been accepted. If an email that was already sent is repeated, it gets a new one, because mail servers drop duplicates.';
COMMENT ON COLUMN mails.class IS
  'Why the email is wanted. "asked": a person is waiting for it, for example after sending the form. "crowd": a person asked for it from a network that has used more than its share. "bulk": the owner or a schedule calls for it.';
COMMENT ON COLUMN mails.mailbox IS
  'The person. NULL after an erasure: for a day, the row still counts toward the mailbox''s limit.';
COMMENT ON COLUMN mails.mailbox_hash IS
  'hash_of() the person''s mailbox, from the first attempt on.';
COMMENT ON COLUMN mails.letter IS
  'The id of an announced letter, or the name of a letter that follows the confirmation. Empty for other kinds.';
COMMENT ON COLUMN mails.conditions IS
  'The conditions of `waitlist announce --where`, which the person must still meet when the email is sent. NULL for none.';
COMMENT ON COLUMN mails.code IS
  'The random code in an invitation''s button, which claims a place. It reveals nothing about the person. If an invitation that was already sent is repeated, it gets a new one.';
COMMENT ON COLUMN mails.state IS
  '"written": to a file, because there is no mail server. "withdrawn": no longer wanted.';
COMMENT ON COLUMN mails.due_at IS
  'When the next attempt is due. While the email is being sent, this is when another worker may try it again.';
COMMENT ON COLUMN mails.cancelled_at IS
  'When an owner cancelled the email, even while it was being sent or after it had failed. It is not sent again unless an owner asks for it.';
COMMENT ON COLUMN mails.ended_at IS
  'When the email was sent, written, withdrawn, or failed for good.';
COMMENT ON COLUMN mails.lease IS
  'Identifies the current attempt. A worker that was frozen in the meantime holds an older lease, so it cannot change the row.';
COMMENT ON COLUMN mails.reply IS
  'The code of the last failure, such as 450 or ECONNREFUSED, without personal data.';
COMMENT ON COLUMN mails.network IS
  'The same hash as in inbox, until a day after the email has ended.';

-- Apart from confirmations, a person has only one row for each email.
CREATE UNIQUE INDEX mails_once ON mails (mailbox, kind, letter) WHERE kind <> 'confirm';
-- A person has only one confirmation under way.
CREATE UNIQUE INDEX mails_confirmation ON mails (mailbox)
  WHERE kind = 'confirm' AND state IN ('waiting', 'sending');
CREATE INDEX mails_person ON mails (mailbox, kind);
-- Finds the latest requests, without reading those that have waited longer.
CREATE INDEX mails_asked ON mails (class, wanted_at DESC, due_at) WHERE class <> 'bulk' AND state IN ('waiting', 'sending');
CREATE INDEX mails_due ON mails (kind, due_at) WHERE class = 'bulk' AND state IN ('waiting', 'sending');
CREATE INDEX mails_sending ON mails (kind) WHERE state = 'sending';
CREATE INDEX mails_network ON mails (network, ended_at) WHERE network IS NOT NULL;
CREATE INDEX mails_letter ON mails (letter, due_at) WHERE kind = 'announce' AND state IN ('waiting', 'sending');
-- Counts a mailbox's emails in the last day.
CREATE INDEX mails_mailbox ON mails (mailbox_hash, ended_at);
-- Counts the emails sent in a period, without reading withdrawn ones.
CREATE INDEX mails_used ON mails (ended_at) INCLUDE (class, kind) WHERE state IN ('sent', 'failed');
-- Finds an invitation by its code.
CREATE INDEX mails_code ON mails (code) WHERE code IS NOT NULL;

CREATE TABLE letters (
  id text PRIMARY KEY,
  subject text NOT NULL,
  html text,
  text text,
  created_at timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE letters IS
  'The letters of `waitlist announce`, identified by a hash of their content, so the same file announced twice is one letter. `{{site}}` stands for the site''s address. The texts are deleted after 90 days; the rows stay.';

CREATE TABLE after_letters (
  name text PRIMARY KEY,
  starts_at timestamptz NOT NULL DEFAULT now(),
  queued_until timestamptz DEFAULT '-infinity',
  missing_since timestamptz,
  restored_until timestamptz,
  restored_at timestamptz
);

COMMENT ON TABLE after_letters IS
  'The files in letters/after that a worker has seen. A row is deleted once its file has been missing for a week.';
COMMENT ON COLUMN after_letters.starts_at IS
  'When the worker first saw the file. The letter goes to people who have confirmed since then.';
COMMENT ON COLUMN after_letters.queued_until IS
  'The letter has been queued for everyone who had confirmed by this time.';
COMMENT ON COLUMN after_letters.missing_since IS
  'Since when a worker has been running without the file.';
COMMENT ON COLUMN after_letters.restored_until IS
  'People who had confirmed by this time may have received the letter after the backup was made, if it was due by restored_at.';
COMMENT ON COLUMN after_letters.restored_at IS
  'The last restore that added people.';

CREATE TABLE links (
  token bytea PRIMARY KEY,
  mailbox text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  confirmed boolean NOT NULL DEFAULT false
);

CREATE INDEX links_person ON links (mailbox);

COMMENT ON TABLE links IS
  'Links in emails. A token is 32 random bytes, of which only the SHA-256 is stored. It confirms for 7 days, unless the person leaves in the meantime, and it always lets the person leave, see their data or erase it.';
COMMENT ON COLUMN links.confirmed IS
  'Whether the person confirmed through this link.';
