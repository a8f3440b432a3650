-- Emails and webhooks.

-- Withdraws people's waiting emails, but not those in flight, which may have arrived already.
CREATE OR REPLACE FUNCTION withdraw(mailboxes text[]) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE mails SET state = 'withdrawn', ended_at = now(), network = NULL
  WHERE mailbox = ANY (mailboxes) AND state = 'waiting'
$$;

-- `show`, the board, `mail`, `doctor` and the page with a person's stored data all read emails and webhooks from this
-- view.
DROP VIEW IF EXISTS sendings;
CREATE VIEW sendings AS
  SELECT id, kind, letter AS about, mailbox, state, wanted_at, due_at, ended_at, attempts, reply FROM mails
  UNION ALL
  SELECT id, 'webhook', event, mailbox, state, created_at, due_at, ended_at, attempts, reply FROM events;

CREATE OR REPLACE FUNCTION welcomed_at(person people) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT ended_at FROM mails
  WHERE mails.mailbox = person.mailbox AND kind = 'after' AND letter = 'welcome' AND state IN ('sent', 'written')
$$;

-- A new event replaces an unsent one and gets a new id, because the receiver may already know the old id.
CREATE OR REPLACE FUNCTION add_event(person text, what text) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO events AS waiting (event, mailbox) VALUES (what, person)
  ON CONFLICT (mailbox, event) WHERE state IN ('waiting', 'sending') DO UPDATE
    SET id = gen_random_uuid(), state = 'waiting', created_at = greatest(excluded.created_at, waiting.created_at),
      due_at = now(), attempts = 0, lease = NULL, reply = NULL
$$;

REVOKE EXECUTE ON FUNCTION withdraw, welcomed_at, add_event FROM PUBLIC;
