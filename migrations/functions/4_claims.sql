-- Invitations, and who may claim a place.

-- Tells whether an email is an invitation that counts. It doesn't if it was withdrawn, or is from before the person
-- left and came back.
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

-- Returns the last day on which an invitation's place is kept. The email mentions this day.
CREATE OR REPLACE FUNCTION last_day(sent_at timestamptz, days integer) RETURNS date
LANGUAGE sql IMMUTABLE AS $$
  SELECT (sent_at AT TIME ZONE 'UTC')::date + days
$$;

-- Returns when a day has ended in every time zone. The last one is twelve hours behind UTC.
CREATE OR REPLACE FUNCTION end_of(day date) RETURNS timestamptz
LANGUAGE sql IMMUTABLE AS $$
  SELECT (day + 1)::timestamp AT TIME ZONE interval '-12:00'
$$;

-- Returns the person, and whether this claim is the first. Returns NULL if the code is unknown, withdrawn or expired,
-- if it was claimed more than a day ago, or if the person has left since the invitation.
CREATE OR REPLACE FUNCTION claim_place(given text, days integer) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  invited text;
  is_first boolean;
BEGIN
  -- A code that claims nothing must not wait for a lock on `people`. A variable of type `people` would wait as well.
  IF NOT EXISTS (
    SELECT FROM mails
    WHERE code = given AND state <> 'withdrawn' AND now() < end_of(last_day(coalesce(ended_at, now()), days))
  ) THEN
    RETURN NULL;
  END IF;
  -- The lock lets one of several requests claim the place. The others then see what it has written.
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

REVOKE EXECUTE ON FUNCTION invites, invited_at, invite_code, last_day, end_of, claim_place FROM PUBLIC;
