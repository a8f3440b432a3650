-- What people sent, who is on the list, and what bots sent.

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

-- the fold empties the table every second
ALTER TABLE inbox SET (autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_scale_factor = 0);

COMMENT ON TABLE inbox IS
  'One row for each form that was sent, as it was sent, until it is folded (api/src/list/inbox/fold.ts). All that the API writes about a person. It has no index, so that a signup stays cheap.';
COMMENT ON COLUMN inbox.email IS
  'As typed, trimmed and in NFKC: emails are sent to it. NULL: a request for another confirmation, which is no signup and no consent.';
COMMENT ON COLUMN inbox.mailbox IS
  'The identity of a person: what all spellings of the address have in common, by mailboxOf() of the API (api/src/list/people/mailbox.ts).';
COMMENT ON COLUMN inbox.honeypot IS
  'What only a bot sends: the content of the hidden field. NULL for a person.';
COMMENT ON COLUMN inbox.network IS
  'A hash of the visitor''s network with a salt of the day that is in memory only (api/src/list/inbox/network.ts).';

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
  'One row for each mailbox. Until the address is confirmed, the newest form decides about answers, source, consent and the spelling of the address; afterwards a form changes nothing.';
COMMENT ON COLUMN people.answers IS
  'The other answers by name of the question (contract/fields.ts). A question that was left empty has no key.';
COMMENT ON COLUMN people.source IS
  'The word in ?ref= or ?utm_source= of the visitor''s first page, else the host name of the website with the link.';
COMMENT ON COLUMN people.consent IS
  'The version of the text beside the form''s button (contract/consent.ts), or "unknown" if the form named none that is known. NULL: an import.';
COMMENT ON COLUMN people.consented_at IS
  'When that form was sent.';
COMMENT ON COLUMN people.confirmed_at IS
  'When the person clicked the button behind the link of an email. Updates and offers go to confirmed people only.';
COMMENT ON COLUMN people.claimed_at IS
  'When the product first sent the code of the invitation to POST /api/claims.';
COMMENT ON COLUMN people.left_at IS
  'Follows from the suppression "left". Only mark() sets it on a row that exists.';
COMMENT ON COLUMN people.rejoined_at IS
  'The first form after the person, who had confirmed, left. One email asks whether to come back, and no other. NULL again with the click.';
COMMENT ON COLUMN people.pending_form IS
  'The newest of these forms, by columns of this table. It takes effect with the click, and is deleted if the person leaves again or does not click.';
COMMENT ON COLUMN people.undeliverable_at IS
  'Follows from the suppressions "bounced" and "complained", as left_at.';
COMMENT ON COLUMN people.referral_code IS
  'The code of the person''s referral link, made when they have confirmed. A friend has it as the source, so no row points to another, and erasing one leaves the other whole.';
COMMENT ON COLUMN people.corrected_at IS
  'The last correction by an owner.';

-- A signup has not confirmed, so it is in none of these but the primary key.
-- the friends of a code
CREATE INDEX people_friends ON people (source)
  WHERE confirmed_at IS NOT NULL AND source ~ '^[bcdfghjklmnpqrstvwxz]{10}$';
CREATE INDEX people_codes ON people (referral_code) WHERE referral_code IS NOT NULL;
-- who stands before a person, however many stand behind
CREATE INDEX people_line ON people (joined_at, mailbox) WHERE confirmed_at IS NOT NULL AND left_at IS NULL;
-- how many confirmed in the last hour
CREATE INDEX people_confirmed ON people (confirmed_at) WHERE confirmed_at IS NOT NULL;
-- how many people have confirmed from a domain
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

-- the purge takes the oldest first
CREATE INDEX quarantine_joined ON quarantine (joined_at);

COMMENT ON TABLE quarantine IS
  'Forms that a bot has sent, or now and then a person whose browser filled in the hidden field. Deleted after 30 days.';
