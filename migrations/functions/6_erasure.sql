-- Everything that an erasure deletes.

-- Deletes a person's emails and links. What remains of sent emails still counts toward the mailbox's budget for a day.
CREATE OR REPLACE FUNCTION forget_mails(person text) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  DELETE FROM links WHERE mailbox = person;
  DELETE FROM mails WHERE mailbox = person AND state IN ('waiting', 'withdrawn');
  UPDATE mails SET mailbox = NULL, letter = '', reply = NULL, network = NULL, code = NULL, conditions = NULL
  WHERE mailbox = person;
$$;

-- Erases everything about a person, and stores a keyed hash of the mailbox. Returns the number of signups erased; if it
-- is 0, no hash is stored.
CREATE OR REPLACE FUNCTION erase(person text, detail jsonb DEFAULT '{}') RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  last timestamptz;
  listed integer;
  quarantined integer;
BEGIN
  -- Locks the tables in the same order as the fold, to prevent a deadlock.
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

REVOKE EXECUTE ON FUNCTION forget_mails, erase FROM PUBLIC;
