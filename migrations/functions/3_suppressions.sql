-- Suppressions: who is not emailed, and why.

-- Returns the address as it was typed, in lower case, because a bounce applies to this spelling: an address with a tag
-- may not exist even though the mailbox does. Letters other than A to Z keep their case, because databases differ in
-- how they change it.
CREATE OR REPLACE FUNCTION spelling(person people) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(person.email COLLATE "C")
$$;

-- Returns when each mailbox left, became unreachable or was erased, or NULL for what has not happened. A bounce for
-- another spelling does not count.
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
    -- one hash at a time, so that the planner can join many people and many suppressions with a hash join
    LEFT JOIN suppressions ON mailbox_hash = sha256(secret || convert_to(name, 'UTF8'))
      AND (cleared_at IS NULL OR cleared_at < at)
  GROUP BY key
$$;

-- Copies suppressions to people's rows. A row always dates from after an erasure, so `joined_at` is moved past it. Only
-- people who have left have a form that can bring them back.
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

-- Keeps a person's times in order, even if the clock was set back.
CREATE OR REPLACE FUNCTION not_before(VARIADIC times timestamptz[]) RETURNS timestamptz
LANGUAGE sql VOLATILE AS $$
  SELECT greatest(clock_timestamp(), max(time)) FROM unnest(times) AS time
$$;

CREATE OR REPLACE FUNCTION last_change(person people) RETURNS timestamptz
LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(person.joined_at, person.consented_at, person.confirmed_at, person.left_at, person.corrected_at)
$$;

-- Suppresses a mailbox for a reason. Repeating a suppression updates its time.
CREATE OR REPLACE FUNCTION add_suppression(person text, why text, after timestamptz DEFAULT NULL) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO suppressions AS known (mailbox_hash, reason, key_id, at)
  SELECT hash_of(person), why, id, not_before(after) FROM hash_keys ORDER BY created_at, id LIMIT 1
  ON CONFLICT (mailbox_hash, reason) DO UPDATE
    SET at = greatest(excluded.at, known.at, known.cleared_at + interval '1 microsecond')
$$;

-- Suppresses a person who has bounced, complained or left, and withdraws their waiting emails.
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

REVOKE EXECUTE ON FUNCTION spelling, suppressions_of, mark, not_before, last_change, add_suppression, suppress, lift
  FROM PUBLIC;
