import type { Conditions } from '../../../../contract/conditions.ts'
import type { AfterLetter } from '../../../../letters/mail-templates.ts'
import { changeList } from '../../list/history.ts'
import { toParameter } from '../../list/people/conditions.ts'
import type { Session } from '../../system/session.ts'
import type { Claimed } from '../queue/leases.ts'
import { mayGet } from '../queue/wanted.ts'

/** Returns a letter's conditions, which apply when the letter is queued and again before it is sent. */
export const audienceOf = ({ until, where, friends }: AfterLetter): Conditions => [
  ...where,
  ...(until === 'invited' ? [{ name: 'invited', values: ['no'] }] : []),
  ...(friends ? [{ name: 'friends>=', values: [String(friends)] }] : []),
]

const NOTE = `
  INSERT INTO after_letters AS known (name, friends) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET friends = excluded.friends, missing_since = NULL
    WHERE known.missing_since IS NOT NULL OR known.friends IS DISTINCT FROM excluded.friends`

/** Marks letters without a file, but keeps them: another worker may have the file, or this build may be a rollback. */
const MISS = `
  UPDATE after_letters SET missing_since = now() WHERE missing_since IS NULL AND name <> ALL($1)`

/** A file that returns after more than a week counts as new. */
const FORGET = `DELETE FROM after_letters WHERE missing_since < now() - interval '7 days'`

/**
 * Confirmations up to this time have been processed. The last hour is checked again, because a confirmation is dated
 * before its transaction commits.
 */
export const LOOKED_AT = "queued_until - interval '1 hour'"

/** People who have just clicked are looking at their inbox. All other letters are sent as bulk. */
const IS_ASKED = `confirmed_at > now() - interval '1 hour' AND clicked(people)`

/**
 * Rows of queued emails are kept, so that no one gets a letter twice. A withdrawn letter is queued again only after a
 * new confirmation.
 */
const WANT = `
  WITH wanted AS (
    INSERT INTO mails AS before (kind, mailbox, letter, class)
    SELECT 'after', mailbox, name, CASE WHEN ${IS_ASKED} THEN 'asked' ELSE 'bulk' END FROM people, after_letters
    WHERE name = $1 AND confirmed_at >= starts_at AND confirmed_at > ${LOOKED_AT}
      AND confirmed_at <= now() - make_interval(days => $2) AND ${mayGet('after', '$3::jsonb')}
      AND (confirmed_at <= restored_until AND confirmed_at <= restored_at - make_interval(days => $2)) IS NOT TRUE
    ON CONFLICT (mailbox, kind, letter) WHERE kind <> 'confirm' DO UPDATE
      SET state = 'waiting', class = excluded.class, wanted_at = now(), due_at = now(), ended_at = NULL, attempts = 0
      WHERE before.state = 'withdrawn' AND before.ended_at < (
        SELECT confirmed_at FROM people WHERE people.mailbox = before.mailbox
      )
  )
  UPDATE after_letters SET queued_until = greatest(queued_until, now() - make_interval(days => $2))
  WHERE name = $1`

async function wantLetter(session: Session, letter: AfterLetter): Promise<void> {
  await session.query(NOTE, [letter.name, letter.friends])
  // Letters with `when:` are queued in friends.ts, because counting friends takes longer.
  if (letter.friends) return
  await session.query(WANT, [letter.name, letter.days, toParameter(audienceOf(letter))])
}

/** Queues each letter for people whose confirmation is at least as many days old as the letter's front matter says. */
export const wantAfter = (session: Session, letters: readonly AfterLetter[]): Promise<void> =>
  changeList(session, async () => {
    for (const letter of letters) await wantLetter(session, letter)
    await session.query(MISS, [letters.map(({ name }) => name)])
    await session.query(FORGET)
  })

/** Waits longer each time: at least ten seconds, and at most an hour. */
const PUT_BACK = `
  UPDATE mails SET state = 'waiting', lease = NULL, attempts = attempts - 1,
    due_at = now() + least(greatest(now() - wanted_at, interval '10 seconds'), interval '1 hour')
  WHERE id = $1 AND lease = $2 AND letter IN (SELECT name FROM after_letters)
  RETURNING 1`

/**
 * Puts back an email whose letter this worker does not have.
 * @returns false if it has the letter, or if the letter has been missing for too long
 */
export async function putBack(
  session: Session,
  { id, lease, kind, about }: Claimed,
  letters: readonly AfterLetter[],
): Promise<boolean> {
  if (kind !== 'after' || letters.some(({ name }) => name === about)) return false
  return (await session.query(PUT_BACK, [id, lease])).length > 0
}

export interface Start {
  readonly letter: string
  /** People who confirmed at or after this time, in milliseconds since 1970, get the letter. */
  readonly since: number
}

/**
 * Returns the letters that the worker knows, each with the earliest confirmation that still triggers it. Letters with
 * `when:` are left out, because an import never triggers them.
 */
export const findStarts = (session: Session): Promise<Start[]> =>
  session.query<Start>(
    `SELECT name AS letter, floor(extract(epoch FROM greatest(starts_at, ${LOOKED_AT})) * 1000)::float8 AS since
     FROM after_letters WHERE friends IS NULL ORDER BY name`,
  )

/** The number of people to whom a letter was sent. */
export interface LetterCount {
  readonly letter: string
  readonly people: number
}

const COUNT = `
  SELECT letter, count(*)::integer AS people FROM mails
  WHERE kind = 'after' AND mailbox IS NOT NULL AND state IN ('sent', 'written')
  GROUP BY letter ORDER BY letter`

/** For each letter that follows the confirmation, counts the people to whom it was sent. */
export const countAfter = (session: Session): Promise<LetterCount[]> =>
  session.query<LetterCount>(COUNT)

/** Counts the people who get the letter only through `includeEarlier`: it was withdrawn, or they confirmed too early. */
const EARLIER = `
  SELECT (
    SELECT count(*)::integer
    FROM people LEFT JOIN mails ON mails.mailbox = people.mailbox AND kind = 'after' AND letter = name
    WHERE (state = 'withdrawn' OR state IS NULL
        AND (confirmed_at < starts_at OR confirmed_at <= now() - make_interval(days => $2)))
      AND ${mayGet('after', '$3::jsonb')}
  ) AS people
  FROM after_letters WHERE name = $1`

/**
 * Counts the people to whom `includeEarlier` would send a letter.
 * @returns undefined when the worker does not know the letter
 */
export async function countEarlier(
  session: Session,
  letter: AfterLetter,
): Promise<number | undefined> {
  const values = [letter.name, letter.days, toParameter(audienceOf(letter))]
  return (await session.query<{ people: number }>(EARLIER, values))[0]?.people
}

const ALSO_EARLIER = `
  UPDATE after_letters SET starts_at = '-infinity', queued_until = '-infinity', restored_until = NULL
  WHERE name = $1`

const ALLOW_WITHDRAWN = `
  DELETE FROM mails WHERE kind = 'after' AND letter = $1 AND state = 'withdrawn'`

/** Also sends a letter to people who confirmed before its file was added, or from whom it was withdrawn. */
export const includeEarlier = (session: Session, name: string): Promise<void> =>
  changeList(session, async () => {
    await session.query(ALSO_EARLIER, [name])
    await session.query(ALLOW_WITHDRAWN, [name])
  })
