-- These functions and views are replaced after each run of migrations, so a change edits only this file. To remove a
-- function, write a migration that drops it.

-- ── Mailboxes as keyed hashes ───────────────────────────────────────────────────────────────────────

-- Hashes a mailbox. The secret comes first, which permits length extension, but the hashes are not published.
CREATE OR REPLACE FUNCTION hash_of(person text) RETURNS bytea
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT sha256(secret || convert_to(person, 'UTF8')) FROM hash_keys ORDER BY created_at, id LIMIT 1
$$;

-- Hashes a mailbox with every key, because a restore brings hashes that other installations made. ROWS lets the planner
-- use indexes, here and below.
CREATE OR REPLACE FUNCTION hashes_of(person text) RETURNS SETOF bytea
LANGUAGE sql STABLE ROWS 2 SET search_path = public, pg_temp AS $$
  SELECT sha256(secret || convert_to(person, 'UTF8')) FROM hash_keys
$$;

CREATE OR REPLACE FUNCTION record_change(command text, person text, detail jsonb) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO history (command, key_id, mailbox_hash, detail)
  SELECT command, id, hash_of(person), detail FROM hash_keys ORDER BY created_at, id LIMIT 1
$$;

-- ── Suppressions ────────────────────────────────────────────────────────────────────────────────────────

-- Returns the address as it was typed, because a bounce concerns that one: an address with a tag may not exist although
-- the mailbox does. Letters other than A to Z keep their case, because databases differ in how they change it.
CREATE OR REPLACE FUNCTION spelling(person people) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(person.email COLLATE "C")
$$;

-- Autovacuum skips a table this small. Without ANALYZE, the planner would expect many rows and read all suppressions.
ANALYZE hash_keys;

-- Returns when each mailbox left, became unreachable or was erased, or NULL for what has not happened. A bounce of another
-- spelling does not count.
CREATE OR REPLACE FUNCTION suppressions_of(mailboxes text[])
RETURNS TABLE (mailbox text, left_at timestamptz, undeliverable_at timestamptz, ended_at timestamptz)
LANGUAGE sql STABLE ROWS 10 SET search_path = public, pg_temp AS $$
  SELECT key, max(at) FILTER (WHERE reason = 'left'),
    max(at) FILTER (WHERE reason IN ('bounced', 'complained')),
    max(at) FILTER (WHERE reason = 'erased')
  FROM unnest(mailboxes) AS key CROSS JOIN hash_keys CROSS JOIN LATERAL (
      SELECT key AS name
      UNION ALL SELECT spelling(people) FROM people WHERE people.mailbox = key AND spelling(people) <> key
    ) AS names
    -- one hash at a time, so that the planner can join many people with many suppressions by a hash table
    LEFT JOIN suppressions ON mailbox_hash = sha256(secret || convert_to(name, 'UTF8'))
      AND (cleared_at IS NULL OR cleared_at < at)
  GROUP BY key
$$;

-- Copies suppressions to the rows of people. A row is always newer than an erasure, so `joined_at` is moved after it.
-- Only people who have left can come back.
CREATE OR REPLACE FUNCTION mark(mailboxes text[]) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE people SET left_at = suppressed.left_at, undeliverable_at = suppressed.undeliverable_at,
    joined_at = greatest(joined_at, ended_at + interval '1 microsecond'),
    rejoined_at = CASE WHEN suppressed.left_at IS NOT NULL THEN rejoined_at END,
    pending_form = CASE WHEN suppressed.left_at IS NOT NULL THEN pending_form END
  FROM suppressions_of(mailboxes) AS suppressed
  WHERE people.mailbox = suppressed.mailbox AND (joined_at <= ended_at OR
    (people.left_at, people.undeliverable_at) IS DISTINCT FROM (suppressed.left_at, suppressed.undeliverable_at))
$$;

-- Keeps a person's times in order, even after the clock was set back.
CREATE OR REPLACE FUNCTION not_before(VARIADIC times timestamptz[]) RETURNS timestamptz
LANGUAGE sql VOLATILE AS $$
  SELECT greatest(clock_timestamp(), max(time)) FROM unnest(times) AS time
$$;

CREATE OR REPLACE FUNCTION last_change(person people) RETURNS timestamptz
LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(person.joined_at, person.consented_at, person.confirmed_at, person.left_at, person.corrected_at)
$$;

-- Tells whether the person confirmed through a link, and not by an import.
CREATE OR REPLACE FUNCTION clicked(person people) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM links WHERE links.mailbox = person.mailbox AND confirmed)
$$;

-- Suppresses a mailbox for a reason. Repeating a suppression updates its time.
CREATE OR REPLACE FUNCTION add_suppression(person text, why text, after timestamptz DEFAULT NULL) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO suppressions AS known (mailbox_hash, reason, key_id, at)
  SELECT hash_of(person), why, id, not_before(after) FROM hash_keys ORDER BY created_at, id LIMIT 1
  ON CONFLICT (mailbox_hash, reason) DO UPDATE
    SET at = greatest(excluded.at, known.at, known.cleared_at + interval '1 microsecond')
$$;

-- Withdraws waiting emails of people. Emails in flight may be in the inbox already.
CREATE OR REPLACE FUNCTION withdraw(mailboxes text[]) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE mails SET state = 'withdrawn', ended_at = now(), network = NULL
  WHERE mailbox = ANY (mailboxes) AND state = 'waiting'
$$;

-- Stops all emails to a person who has bounced, complained or left.
CREATE OR REPLACE FUNCTION suppress(person text, why text) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT add_suppression(coalesce(CASE WHEN why = 'bounced' THEN spelling(people) END, person), why, last_change(people))
  FROM (SELECT person AS mailbox) AS suppressed LEFT JOIN people USING (mailbox);
  SELECT mark(ARRAY[person]);
  SELECT withdraw(ARRAY[person]);
$$;

-- Lifts suppressions. Returns whether one was in force.
CREATE OR REPLACE FUNCTION lift(person text, VARIADIC reasons text[]) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE suppressions SET cleared_at = not_before(at)
  WHERE mailbox_hash IN (
      SELECT hashes_of(person) UNION SELECT hashes_of(spelling(people)) FROM people WHERE mailbox = person
    ) AND reason = ANY (reasons)
    AND (cleared_at IS NULL OR cleared_at < at);
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM mark(ARRAY[person]);
  RETURN true;
END
$$;

-- ── What follows from other rows, as columns: people.invited_at ────────────────────────────────────────

-- Tells whether an email is an invitation that counts: not one that was withdrawn, or from before the person left and
-- came back.
CREATE OR REPLACE FUNCTION invites(mail mails, person people) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT mail.kind = 'invite' AND mail.state <> 'withdrawn' AND mail.wanted_at >= person.joined_at
$$;

CREATE OR REPLACE FUNCTION invited_at(person people) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT wanted_at FROM mails WHERE mails.mailbox = person.mailbox AND invites(mails, person)
$$;

CREATE OR REPLACE FUNCTION invite_code(person people) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT code FROM mails WHERE mails.mailbox = person.mailbox AND invites(mails, person)
$$;

CREATE OR REPLACE FUNCTION welcomed_at(person people) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT ended_at FROM mails
  WHERE mails.mailbox = person.mailbox AND kind = 'after' AND letter = 'welcome' AND state IN ('sent', 'written')
$$;

-- Counts confirmed friends by person and domain: at most three at one domain, because anyone can make up addresses at
-- their domain, unless at least 20 other people have confirmed from it.
DROP MATERIALIZED VIEW IF EXISTS places;
DROP VIEW IF EXISTS referrers;
DROP VIEW IF EXISTS friend_domains;
CREATE VIEW friend_domains AS
  SELECT mailbox, domain, friends, CASE WHEN friends > 3 AND (
      SELECT count(*) FROM (
        SELECT FROM people
        WHERE split_part(people.mailbox, '@', 2) = domain AND confirmed_at IS NOT NULL AND left_at IS NULL
        LIMIT friends + 20
      ) AS known
    ) < friends + 20 THEN 3 ELSE friends END AS counted
  FROM (
    SELECT person.mailbox, split_part(friend.mailbox, '@', 2) AS domain, count(*) AS friends
    FROM people AS friend JOIN people AS person ON person.referral_code = friend.source
    WHERE friend.source ~ '^[bcdfghjklmnpqrstvwxz]{10}$' AND friend.confirmed_at IS NOT NULL AND friend.left_at IS NULL
      AND friend.mailbox <> person.mailbox
    GROUP BY person.mailbox, domain
  ) AS per_domain;

-- Counts the domains as well, because many friends at one domain may be one person.
CREATE VIEW referrers AS
  SELECT mailbox, sum(counted)::integer AS friends, count(*)::integer AS domains FROM friend_domains GROUP BY mailbox;

-- Returns the friends who count, or NULL for a person without a code.
CREATE OR REPLACE FUNCTION referrals(person people) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN person.referral_code IS NOT NULL THEN coalesce(
    (SELECT friends FROM referrers WHERE mailbox = person.mailbox), 0
  ) END
$$;

-- Lists people who can be invited.
DROP VIEW IF EXISTS line;
CREATE VIEW line AS
  SELECT mailbox, joined_at FROM people
  WHERE confirmed_at IS NOT NULL AND left_at IS NULL AND undeliverable_at IS NULL AND claimed_at IS NULL AND NOT EXISTS (
    SELECT FROM mails WHERE mails.mailbox = people.mailbox AND invites(mails, people)
  );

-- The line as the worker last counted it, so that readers wait for no lock. It contains no identities, so it keeps
-- nothing about an erased person.
CREATE MATERIALIZED VIEW places AS
  SELECT -coalesce(friends, 0) AS rank, joined_at,
    row_number() OVER (ORDER BY -coalesce(friends, 0), joined_at, mailbox)::integer AS place
  FROM line LEFT JOIN referrers USING (mailbox);
CREATE UNIQUE INDEX places_place ON places (place);
CREATE INDEX places_order ON places (rank, joined_at, place);

-- Returns the place in line that a person has with a number of friends: first by this number, then by the time of
-- joining. NULL for a person who is not in line.
CREATE OR REPLACE FUNCTION place_with(person people, friends integer) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT 1 + coalesce((
    SELECT place FROM places WHERE (rank, joined_at) < (-friends, person.joined_at)
    ORDER BY rank DESC, joined_at DESC, place DESC LIMIT 1
  ), 0)
  FROM line WHERE mailbox = person.mailbox
$$;

CREATE OR REPLACE FUNCTION place(person people) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT place_with(person, coalesce(referrals(person), 0))
$$;

-- `show`, the board, `mail`, `doctor` and the page of stored data all read emails and webhooks by this view.
DROP VIEW IF EXISTS sendings;
CREATE VIEW sendings AS
  SELECT id, kind, letter AS about, mailbox, state, wanted_at, due_at, ended_at, attempts, reply FROM mails
  UNION ALL
  SELECT id, 'webhook', event, mailbox, state, created_at, due_at, ended_at, attempts, reply FROM events;

-- ── Events for webhooks ─────────────────────────────────────────────────────────────────────────────

-- A new event replaces a waiting one and has a new id, because a receiver may already know the old id.
CREATE OR REPLACE FUNCTION add_event(person text, what text) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO events AS waiting (event, mailbox) VALUES (what, person)
  ON CONFLICT (mailbox, event) WHERE state IN ('waiting', 'sending') DO UPDATE
    SET id = gen_random_uuid(), state = 'waiting', created_at = greatest(excluded.created_at, waiting.created_at),
      due_at = now(), attempts = 0, lease = NULL, reply = NULL
$$;

-- ── Erasure ─────────────────────────────────────────────────────────────────────────────────────────

-- Deletes a person's emails and links. What remains of sent emails counts in the mailbox's budget for a day.
CREATE OR REPLACE FUNCTION forget_mails(person text) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  DELETE FROM links WHERE mailbox = person;
  DELETE FROM mails WHERE mailbox = person AND state IN ('waiting', 'withdrawn');
  UPDATE mails SET mailbox = NULL, letter = '', reply = NULL, network = NULL, code = NULL, conditions = NULL
  WHERE mailbox = person;
$$;

-- Erases everything about a person but a keyed hash. Returns the number of erased rows; with 0, no hash is
-- stored.
CREATE OR REPLACE FUNCTION erase(person text, detail jsonb DEFAULT '{}') RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  last timestamptz;
  listed integer;
  quarantined integer;
BEGIN
  -- The tables are in the same order as in the fold, to prevent a deadlock.
  DELETE FROM inbox WHERE mailbox = person;
  DELETE FROM people WHERE mailbox = person RETURNING last_change(people) INTO last;
  listed := CASE WHEN FOUND THEN 1 ELSE 0 END;
  DELETE FROM quarantine WHERE mailbox = person;
  GET DIAGNOSTICS quarantined = ROW_COUNT;
  IF listed + quarantined = 0 THEN
    RETURN 0;
  END IF;
  DELETE FROM events WHERE mailbox = person;
  DELETE FROM reports WHERE mailbox = person;
  PERFORM forget_mails(person);
  PERFORM add_suppression(person, 'erased', last);
  PERFORM record_change('erase', person, jsonb_build_object('signups', listed + quarantined) || detail);
  RETURN listed + quarantined;
END
$$;

-- ── What the links of emails do: the API's only right to a person ────────────────────────────────────────

-- Returns NULL if the link is unknown, older than 7 days or from before the person left, or if the person has left and
-- sent no form since. Returns 'click' if a person who has left must click the button: a mail scanner may have sent the
-- form.
CREATE OR REPLACE FUNCTION confirm_by_link(hash bytea, is_clicked boolean) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  person people;
BEGIN
  SELECT people.* INTO person FROM links JOIN people USING (mailbox)
  WHERE token = hash AND links.created_at > now() - interval '7 days' AND (left_at IS NULL OR left_at < links.created_at)
    AND (left_at IS NULL OR pending_form IS NOT NULL)
  FOR UPDATE OF people;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF person.confirmed_at IS NOT NULL AND person.left_at IS NULL THEN
    RETURN 'confirmed';
  END IF;
  IF person.left_at IS NOT NULL AND NOT is_clicked THEN
    RETURN 'click';
  END IF;
  IF person.pending_form IS NOT NULL THEN
    person := jsonb_populate_record(person, person.pending_form);
    -- The clock may have been set back since the person left.
    person.joined_at := greatest(person.rejoined_at, person.left_at + interval '1 microsecond');
    person.consented_at := greatest(person.consented_at, person.left_at + interval '1 microsecond');
  END IF;
  UPDATE people SET email = person.email, answers = person.answers, source = person.source,
    consent = person.consent, consented_at = person.consented_at, joined_at = person.joined_at,
    confirmed_at = not_before(last_change(person))
  WHERE mailbox = person.mailbox;
  UPDATE links SET confirmed = true WHERE token = hash;
  PERFORM lift(person.mailbox, 'left');
  -- The only emails that can be waiting are requests to confirm.
  PERFORM withdraw(ARRAY[person.mailbox]);
  PERFORM add_event(person.mailbox, 'confirmed');
  PERFORM add_event(referrer.mailbox, 'friend_confirmed') FROM people AS referrer
  WHERE referrer.referral_code = person.source AND referrer.mailbox <> person.mailbox AND referrer.left_at IS NULL
    AND EXISTS (
      SELECT FROM friend_domains
      WHERE mailbox = referrer.mailbox AND domain = split_part(person.mailbox, '@', 2) AND counted = friends
    );
  RETURN 'confirmed';
END
$$;

-- Takes a person off the list. A second call also invalidates confirmation links made since the first, and deletes the
-- form that waits for one.
CREATE OR REPLACE FUNCTION leave_by_link(hash bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  person people;
BEGIN
  -- Deletes unfolded forms, so that a form folded later was sent later, whatever the clock says. The inbox comes first,
  -- as in the fold.
  DELETE FROM inbox WHERE mailbox = (SELECT mailbox FROM links WHERE token = hash);
  SELECT people.* INTO person FROM links JOIN people USING (mailbox) WHERE token = hash;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE people SET pending_form = NULL WHERE mailbox = person.mailbox;
  PERFORM suppress(person.mailbox, 'left');
  IF person.left_at IS NULL THEN
    PERFORM add_event(person.mailbox, 'left');
  END IF;
  RETURN true;
END
$$;

-- Returns every column, including future ones, but not the code of the invitation: anyone to whom an email was forwarded
-- can open this page.
CREATE OR REPLACE FUNCTION data_by_link(hash bytea) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT to_jsonb(people) - 'mailbox' || jsonb_build_object(
    'invited_at', invited_at(people), 'welcomed_at', welcomed_at(people), 'referrals', referrals(people)::text,
    'mails', coalesce((
      SELECT jsonb_agg(jsonb_build_object('kind', kind, 'state', state, 'at', coalesce(ended_at, wanted_at))
        ORDER BY coalesce(ended_at, wanted_at))
      FROM sendings WHERE sendings.mailbox = people.mailbox AND kind <> 'webhook'
    ), '[]')
  )
  FROM links JOIN people USING (mailbox) WHERE token = hash
$$;

CREATE OR REPLACE FUNCTION erase_by_link(hash bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  person text;
BEGIN
  SELECT people.mailbox INTO person FROM links JOIN people USING (mailbox) WHERE token = hash;
  RETURN FOUND AND erase(person, '{"by": "the person"}') > 0;
END
$$;

-- ── What the code of an invitation does ──────────────────────────────────────────────────────────────

-- Returns the last day on which an invitation's place is kept. The email names this day.
CREATE OR REPLACE FUNCTION last_day(sent_at timestamptz, days integer) RETURNS date
LANGUAGE sql IMMUTABLE AS $$
  SELECT (sent_at AT TIME ZONE 'UTC')::date + days
$$;

-- Returns when a day has ended in every time zone. The last one is twelve hours behind UTC.
CREATE OR REPLACE FUNCTION end_of(day date) RETURNS timestamptz
LANGUAGE sql IMMUTABLE AS $$
  SELECT (day + 1)::timestamp AT TIME ZONE interval '-12:00'
$$;

-- Returns the person, and whether this claim is the first. Returns NULL for a code that is unknown, withdrawn or
-- expired, for one that was claimed more than a day ago, and for a person who has left since the invitation.
CREATE OR REPLACE FUNCTION claim_place(given text, days integer) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  invited text;
  is_first boolean;
BEGIN
  -- A code that claims nothing must not wait for a lock of `people`. A variable of the type `people` would wait as well.
  IF NOT EXISTS (
    SELECT FROM mails
    WHERE code = given AND state <> 'withdrawn' AND now() < end_of(last_day(coalesce(ended_at, now()), days))
  ) THEN
    RETURN NULL;
  END IF;
  -- The lock lets one of several requests claim. The others then see what it has written.
  SELECT mailbox, claimed_at IS NULL INTO invited, is_first FROM mails JOIN people USING (mailbox)
  WHERE code = given AND joined_at <= wanted_at AND left_at IS NULL
    AND (claimed_at IS NULL OR now() < claimed_at + interval '1 day')
  FOR UPDATE OF people;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF is_first THEN
    UPDATE people SET claimed_at = not_before(last_change(people), invited_at(people)) WHERE mailbox = invited;
    PERFORM add_event(invited, 'claimed');
  END IF;
  RETURN (
    SELECT to_jsonb(people) || jsonb_build_object('invited_at', invited_at(people), 'first', is_first)
    FROM people WHERE mailbox = invited
  );
END
$$;

-- ── Referral links ──────────────────────────────────────────────────────────────────────────────────

-- Returns ten random consonants. 256 is not a multiple of 20, which makes the first 16 letters 8 % more frequent.
-- The bytes of a UUID that are not random are left out (RFC 9562, section 5.4).
CREATE OR REPLACE FUNCTION new_referral_code() RETURNS text
LANGUAGE sql VOLATILE SET search_path = public, pg_temp AS $$
  SELECT string_agg(substr('bcdfghjklmnpqrstvwxz', get_byte(bytes, at) % 20 + 1, 1), '')
  FROM (SELECT uuid_send(gen_random_uuid()) AS bytes) AS random,
    unnest(ARRAY[0, 1, 2, 3, 4, 5, 9, 10, 11, 12]) AS at
$$;

-- Returns the code of a person on the list, which is made once. Only people who have confirmed need one.
CREATE OR REPLACE FUNCTION ensure_code(person text) RETURNS text
LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE people SET referral_code = coalesce(referral_code, new_referral_code())
  WHERE mailbox = person AND left_at IS NULL
  RETURNING referral_code
$$;

-- Returns the friends of a person who has confirmed, and NULL for others.
CREATE OR REPLACE FUNCTION friends_by_link(hash bytea) RETURNS jsonb
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object(
    'code', ensure_code(mailbox), 'place', place(people), 'friends', coalesce(referrals(people), 0),
    'in_line', EXISTS (SELECT FROM line WHERE line.mailbox = people.mailbox)
  )
  FROM links JOIN people USING (mailbox)
  WHERE token = hash AND confirmed_at IS NOT NULL AND left_at IS NULL
$$;

-- ── Visits ──────────────────────────────────────────────────────────────────────────────────────────

-- The API adds counts only through this function. Anyone can make up sources, so a day keeps the 100 with the most
-- visits and combines the others.
CREATE OR REPLACE FUNCTION count_visits(counts jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
BEGIN
  -- Replicas take turns, because each of them sees only a part of the day's visits.
  LOCK TABLE visits IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO visits AS present (day, path, source, count)
  SELECT today, path, source, sum(count)
  FROM jsonb_to_recordset(counts) AS line (path text, source text, count bigint)
  GROUP BY path, source
  ON CONFLICT (day, path, source) DO UPDATE SET count = present.count + excluded.count;
  WITH small AS (
    SELECT source FROM visits WHERE day = today AND source NOT IN ('', 'other')
    GROUP BY source ORDER BY sum(count) DESC, source OFFSET 100
  ), removed AS (
    DELETE FROM visits USING small WHERE day = today AND visits.source = small.source
    RETURNING path, count
  )
  INSERT INTO visits AS present (day, path, source, count)
  SELECT today, path, 'other', sum(count) FROM removed GROUP BY path
  ON CONFLICT (day, path, source) DO UPDATE SET count = present.count + excluded.count;
END
$$;

-- ── Rights ──────────────────────────────────────────────────────────────────────────────────────────

-- By default everyone may call a function; api/src/system/roles.ts grants the API what it needs.
REVOKE EXECUTE ON FUNCTION hash_of, hashes_of, record_change, spelling, suppressions_of, mark, not_before, last_change,
  add_suppression, withdraw, suppress, lift, invited_at, invite_code, welcomed_at, clicked, referrals, add_event, forget_mails, erase, confirm_by_link, leave_by_link, data_by_link, erase_by_link, new_referral_code,
  ensure_code, friends_by_link, place, place_with, count_visits, claim_place, last_day, end_of, invites FROM PUBLIC;
