-- The functions behind email links. Apart from claim_place, these functions are the API’s only access to people.

-- Tells whether the person confirmed through a link, rather than through an import.
CREATE OR REPLACE FUNCTION clicked(person people) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM links WHERE links.mailbox = person.mailbox AND confirmed)
$$;

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
-- form that is waiting for one.
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

-- Returns every column of `people` but the mailbox, including future ones. The invitation's code is left out, because
-- anyone to whom an email was forwarded can open this page.
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

-- Returns a confirmed person's referral code, place in line and number of friends, or NULL for anyone else.
CREATE OR REPLACE FUNCTION friends_by_link(hash bytea) RETURNS jsonb
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object(
    'code', ensure_code(mailbox), 'place', place(people), 'friends', coalesce(referrals(people), 0),
    'in_line', EXISTS (SELECT FROM line WHERE line.mailbox = people.mailbox)
  )
  FROM links JOIN people USING (mailbox)
  WHERE token = hash AND confirmed_at IS NOT NULL AND left_at IS NULL
$$;

REVOKE EXECUTE ON FUNCTION clicked, confirm_by_link, leave_by_link, data_by_link, erase_by_link, friends_by_link FROM
  PUBLIC;
