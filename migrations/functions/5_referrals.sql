-- Friends who count for a person, and the places in line that result.

-- Counts confirmed friends by person and domain: at most three per domain, unless at least 20 other people there have
-- confirmed, because anyone can make up addresses at their own domain.
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

-- Counts the domains as well, because many friends at one domain may be a single person.
CREATE VIEW referrers AS
  SELECT mailbox, sum(counted)::integer AS friends, count(*)::integer AS domains FROM friend_domains GROUP BY mailbox;

-- Returns the number of friends who count, or NULL for a person without a code.
CREATE OR REPLACE FUNCTION referrals(person people) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN person.referral_code IS NOT NULL THEN coalesce(
    (SELECT friends FROM referrers WHERE mailbox = person.mailbox), 0
  ) END
$$;

-- Lists the people in line for an invitation.
DROP VIEW IF EXISTS line;
CREATE VIEW line AS
  SELECT mailbox, joined_at FROM people
  WHERE confirmed_at IS NOT NULL AND left_at IS NULL AND undeliverable_at IS NULL AND claimed_at IS NULL AND NOT EXISTS (
    SELECT FROM mails WHERE mails.mailbox = people.mailbox AND invites(mails, people)
  );

-- The line as the worker last counted it, so that readers don't wait for a lock. It contains no identities, so it keeps
-- nothing that identifies an erased person.
CREATE MATERIALIZED VIEW places AS
  SELECT -coalesce(friends, 0) AS rank, joined_at,
    row_number() OVER (ORDER BY -coalesce(friends, 0), joined_at, mailbox)::integer AS place
  FROM line LEFT JOIN referrers USING (mailbox);
CREATE UNIQUE INDEX places_place ON places (place);
CREATE INDEX places_order ON places (rank, joined_at, place);

-- Returns the place in line that a person would have with this number of friends, or NULL if they are not in line. The
-- line is ordered by number of friends, then by time of joining.
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

-- Returns ten random consonants. 256 is not a multiple of 20, which makes the first 16 letters 8% more frequent.
-- The bytes of a UUID that are not random are left out (RFC 9562, section 5.4).
CREATE OR REPLACE FUNCTION new_referral_code() RETURNS text
LANGUAGE sql VOLATILE SET search_path = public, pg_temp AS $$
  SELECT string_agg(substr('bcdfghjklmnpqrstvwxz', get_byte(bytes, at) % 20 + 1, 1), '')
  FROM (SELECT uuid_send(gen_random_uuid()) AS bytes) AS random,
    unnest(ARRAY[0, 1, 2, 3, 4, 5, 9, 10, 11, 12]) AS at
$$;

-- Returns the code of a person on the list, creating it on first use. Only people who have confirmed need one.
CREATE OR REPLACE FUNCTION ensure_code(person text) RETURNS text
LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE people SET referral_code = coalesce(referral_code, new_referral_code())
  WHERE mailbox = person AND left_at IS NULL
  RETURNING referral_code
$$;

REVOKE EXECUTE ON FUNCTION referrals, place_with, place, new_referral_code, ensure_code FROM PUBLIC;
