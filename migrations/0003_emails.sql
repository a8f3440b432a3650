-- Emails, from the moment that each is wanted, with what they are made of and what their links may do.

CREATE TABLE mails (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('confirm', 'remind', 'after', 'invite', 'announce')),
  class text NOT NULL DEFAULT 'bulk' CHECK (class IN ('asked', 'crowd', 'bulk')),
  mailbox text,
  mailbox_hash bytea,
  letter text NOT NULL DEFAULT '',
  -- an email whose conditions cannot be read would stop the worker
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
  'One row for each email, from the moment it is wanted until its record is deleted. Only its state changes.';
COMMENT ON COLUMN mails.id IS
  'The Message-ID, the same in each attempt. Repeating an email that was sent replaces it, because mail servers drop duplicates.';
COMMENT ON COLUMN mails.class IS
  'Why it is wanted. "asked": somebody acts now, such as by the form. "crowd": asked for from a network that has had more than its share. "bulk": the owner or the calendar.';
COMMENT ON COLUMN mails.mailbox IS
  'The person. NULL after an erasure: what is left counts in the budget of the mailbox for a day.';
COMMENT ON COLUMN mails.mailbox_hash IS
  'hash_of() of the person, from the first attempt on.';
COMMENT ON COLUMN mails.letter IS
  'The id of the letter that is announced, or the name of the letter that follows the confirmation; empty for the other kinds.';
COMMENT ON COLUMN mails.conditions IS
  'The conditions of `waitlist announce --where`, which the person must meet when it is sent as well. NULL: none.';
COMMENT ON COLUMN mails.code IS
  'The random code in the button of an invitation, by which a place is claimed. It says nothing about the person. Repeating an invitation that was sent replaces it.';
COMMENT ON COLUMN mails.state IS
  '"written": to a file, because there is no mail server. "withdrawn": there is no reason for it any more.';
COMMENT ON COLUMN mails.due_at IS
  'The next attempt. While it is sent, the time at which another worker may repeat it.';
COMMENT ON COLUMN mails.cancelled_at IS
  'When an owner cancelled it, also while it was sent or after it had failed. It is not sent again unless an owner asks for it.';
COMMENT ON COLUMN mails.ended_at IS
  'When it was sent, written, withdrawn or had failed for good.';
COMMENT ON COLUMN mails.lease IS
  'The attempt under way. A worker that was frozen meanwhile knows another one and changes nothing.';
COMMENT ON COLUMN mails.reply IS
  'The code of the last failure, such as 450 or ECONNREFUSED, without personal data.';
COMMENT ON COLUMN mails.network IS
  'As in inbox, until a day after the email has ended.';

-- nothing is sent twice
CREATE UNIQUE INDEX mails_once ON mails (mailbox, kind, letter) WHERE kind <> 'confirm';
-- one confirmation under way for each person
CREATE UNIQUE INDEX mails_confirmation ON mails (mailbox)
  WHERE kind = 'confirm' AND state IN ('waiting', 'sending');
CREATE INDEX mails_person ON mails (mailbox, kind);
-- the newest first, however many have waited for longer
CREATE INDEX mails_asked ON mails (class, wanted_at DESC, due_at) WHERE class <> 'bulk' AND state IN ('waiting', 'sending');
CREATE INDEX mails_due ON mails (kind, due_at) WHERE class = 'bulk' AND state IN ('waiting', 'sending');
CREATE INDEX mails_sending ON mails (kind) WHERE state = 'sending';
CREATE INDEX mails_network ON mails (network, ended_at) WHERE network IS NOT NULL;
CREATE INDEX mails_letter ON mails (letter, due_at) WHERE kind = 'announce' AND state IN ('waiting', 'sending');
-- what a mailbox got in the last day
CREATE INDEX mails_mailbox ON mails (mailbox_hash, ended_at);
-- what was sent in a period, however many were withdrawn
CREATE INDEX mails_used ON mails (ended_at) INCLUDE (class, kind) WHERE state IN ('sent', 'failed');
-- a code is found however many there are
CREATE INDEX mails_code ON mails (code) WHERE code IS NOT NULL;

CREATE TABLE letters (
  id text PRIMARY KEY,
  subject text NOT NULL,
  html text,
  text text,
  created_at timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE letters IS
  'The letters of `waitlist announce`, by a hash of their content: the same file twice is one letter. `{{site}}` stands for the address of the site. The texts are deleted after 90 days, the row never.';

CREATE TABLE after_letters (
  name text PRIMARY KEY,
  starts_at timestamptz NOT NULL DEFAULT now(),
  queued_until timestamptz DEFAULT '-infinity',
  missing_since timestamptz,
  restored_until timestamptz,
  restored_at timestamptz
);

COMMENT ON TABLE after_letters IS
  'The files in letters/after that a worker has seen. A row is deleted after a week without its file.';
COMMENT ON COLUMN after_letters.starts_at IS
  'It goes to people who have confirmed since. The worker saw the file then.';
COMMENT ON COLUMN after_letters.queued_until IS
  'It is queued for people who have confirmed by then.';
COMMENT ON COLUMN after_letters.missing_since IS
  'Since then, a worker runs without the file.';
COMMENT ON COLUMN after_letters.restored_until IS
  'People who confirmed by then may have got the letter after the backup, if it was due by restored_at.';
COMMENT ON COLUMN after_letters.restored_at IS
  'The last restore that brought people.';

CREATE TABLE links (
  token bytea PRIMARY KEY,
  mailbox text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  confirmed boolean NOT NULL DEFAULT false
);

CREATE INDEX links_person ON links (mailbox);

COMMENT ON TABLE links IS
  'The links of emails. A token has 32 random bytes; here is its SHA-256. It confirms for 7 days, unless the person leaves after it, and leaves, shows and erases for ever.';
COMMENT ON COLUMN links.confirmed IS
  'By this link, its person confirmed.';
