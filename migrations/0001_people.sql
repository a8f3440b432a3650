-- Forms as they were sent, the people on the list, and forms that seem to come from bots.

CREATE TABLE inbox (
  email text,
  mailbox text NOT NULL,
  answers jsonb,
  honeypot text,
  consent text,
  source text,
  network bytea,
  sent_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The fold empties this table twice a second.
ALTER TABLE inbox SET (autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_scale_factor = 0);

COMMENT ON TABLE inbox IS
  'One row for each form, as it was sent, until it is folded (api/src/list/inbox/fold.ts). The API stores signups in no other table. The table has no index, so that a signup stays cheap.';
COMMENT ON COLUMN inbox.email IS
  'The address as typed, trimmed and in NFKC. Emails are sent to it. NULL for a request to send the confirmation again, which is neither a signup nor consent.';
COMMENT ON COLUMN inbox.mailbox IS
  'Identifies the person: the form that all spellings of the address share, as mailboxOf() returns it (api/src/list/people/mailbox.ts).';
COMMENT ON COLUMN inbox.honeypot IS
  'The content of the hidden field, which visitors do not see. NULL if it was left empty.';
COMMENT ON COLUMN inbox.network IS
  'A hash of the visitor''s network. Its salt changes every day and exists only in memory (api/src/list/inbox/network.ts).';

CREATE TABLE people (
  mailbox text PRIMARY KEY,
  email text NOT NULL,
  answers jsonb NOT NULL,
  joined_at timestamptz NOT NULL DEFAULT now(),
  source text,
  consent text,
  consented_at timestamptz,
  confirmed_at timestamptz,
  claimed_at timestamptz,
  left_at timestamptz,
  rejoined_at timestamptz,
  pending_form jsonb,
  undeliverable_at timestamptz,
  referral_code text,
  corrected_at timestamptz
);

COMMENT ON TABLE people IS
  'One row for each mailbox. Until the address is confirmed, the latest form decides the answers, the source, the consent and the spelling of the address. After that, a form only adds the consent that an import lacked, or waits in pending_form if the person has left.';
COMMENT ON COLUMN people.answers IS
  'The answers other than the address, by question name (contract/fields.ts). A question that was left empty has no key.';
COMMENT ON COLUMN people.source IS
  'The word in ?ref= or ?utm_source= of the visitor''s first page, or else the host name of the website that linked to it.';
COMMENT ON COLUMN people.consent IS
  'The version of the text next to the form''s button (contract/consent.ts), or "unknown" if the form didn''t name a known version. NULL for imported people.';
COMMENT ON COLUMN people.consented_at IS
  'When the form with that consent was sent.';
COMMENT ON COLUMN people.confirmed_at IS
  'When the person clicked the button on the page that the email links to, or confirmed elsewhere according to an import. Only confirmed people get updates and offers.';
COMMENT ON COLUMN people.claimed_at IS
  'When the product first sent the invitation''s code to POST /api/claims.';
COMMENT ON COLUMN people.left_at IS
  'Copied from the suppression "left". In an existing row, only mark() sets it.';
COMMENT ON COLUMN people.rejoined_at IS
  'When a person who had confirmed and left first sent a form after leaving. One email asks whether they want to come back. NULL again once they click.';
COMMENT ON COLUMN people.pending_form IS
  'The latest form since the person left, with this table''s column names as keys. It takes effect when the person clicks, and is deleted if they leave again or never click.';
COMMENT ON COLUMN people.undeliverable_at IS
  'Copied from the suppressions "bounced" and "complained" in the same way as left_at.';
COMMENT ON COLUMN people.referral_code IS
  'The code in the person''s referral link, made after they have confirmed. Friends have the code as their source, so no row refers to another, and erasing a person doesn''t change other rows.';
COMMENT ON COLUMN people.corrected_at IS
  'When an owner last corrected the row.';

-- All of these indexes are partial: a new signup hasn't confirmed, so it is in none of them.
-- Finds a referral code's friends.
CREATE INDEX people_friends ON people (source)
  WHERE confirmed_at IS NOT NULL AND source ~ '^[bcdfghjklmnpqrstvwxz]{10}$';
CREATE INDEX people_codes ON people (referral_code) WHERE referral_code IS NOT NULL;
-- Lists confirmed people in order of joining.
CREATE INDEX people_line ON people (joined_at, mailbox) WHERE confirmed_at IS NOT NULL AND left_at IS NULL;
-- Counts people who confirmed in the last hour.
CREATE INDEX people_confirmed ON people (confirmed_at) WHERE confirmed_at IS NOT NULL;
-- Counts confirmed people with addresses at a domain.
CREATE INDEX people_domains ON people (split_part(mailbox, '@', 2)) WHERE confirmed_at IS NOT NULL AND left_at IS NULL;

CREATE TABLE quarantine (
  mailbox text NOT NULL,
  email text NOT NULL,
  answers jsonb NOT NULL,
  honeypot text NOT NULL,
  consent text,
  source text,
  joined_at timestamptz NOT NULL,
  PRIMARY KEY (mailbox, joined_at)
);

-- Finds the forms that are old enough to be deleted.
CREATE INDEX quarantine_joined ON quarantine (joined_at);

COMMENT ON TABLE quarantine IS
  'Forms that seem to come from bots. Now and then, one comes from a person whose browser filled in the hidden field. Deleted after 30 days.';
