import { REFERRAL_CODE_PATTERN } from '../../../../contract/waitlist.ts'
import type { AfterLetter, MailTemplates } from '../../../../letters/mail-templates.ts'
import { changeList } from '../../list/history.ts'
import { toParameter } from '../../list/people/conditions.ts'
import type { Session } from '../../system/session.ts'
import { REACHABLE } from '../kinds.ts'
import { mayGet } from '../queue/wanted.ts'
import { audienceOf } from './after.ts'

/**
 * Friends who confirmed longer ago don't trigger an email; otherwise an upgrade would email everyone who has friends.
 */
export const NEWS = "interval '2 days'"

/**
 * Queues an email for each person who has more friends than their last email about friends said. The row stores the
 * number and is kept, so that no one is told the same number twice. Imported friends haven't clicked a link, so they
 * don't trigger an email.
 */
const WANT = `
  INSERT INTO mails (kind, mailbox, letter)
  SELECT 'friend', mailbox, friends::text FROM people, LATERAL referrals(people) AS friends
  WHERE ${REACHABLE.friend} AND referral_code IN (
      SELECT source FROM people AS friend
      WHERE confirmed_at > now() - ${NEWS} AND left_at IS NULL AND clicked(friend)
    ) AND NOT EXISTS (
      SELECT FROM mails WHERE mails.mailbox = people.mailbox AND kind = 'friend'
        AND coalesce(ended_at, now()) > now() - interval '1 day'
    ) AND friends > coalesce((
      SELECT max(letter::integer) FROM mails WHERE mails.mailbox = people.mailbox AND kind = 'friend'
    ), 0)
  ON CONFLICT DO NOTHING`

/**
 * Counts friends who clicked to confirm after the letter started, and after the last confirmation that a restore added.
 */
const NEW_FRIENDS = `
  SELECT count(*) FROM people AS friend
  WHERE source = people.referral_code AND source ~ '${REFERRAL_CODE_PATTERN}' AND left_at IS NULL
    AND confirmed_at > greatest(starts_at, restored_until) AND clicked(friend)`

/**
 * Queues a letter for people who reached the number in its front matter through new friends. Others may have received
 * it after a backup was made or from another server, so they get it only through `--also-earlier`. A letter that a
 * worker withdrew because a friend had left becomes due again.
 */
const WANT_REWARD = `
  WITH wanted AS (
    INSERT INTO mails AS before (kind, mailbox, letter)
    SELECT 'after', mailbox, name FROM referrers JOIN people USING (mailbox), after_letters
    WHERE name = $1 AND referrers.friends >= $2 AND ${mayGet('after', '$3::jsonb')}
      AND (starts_at = '-infinity' OR referrers.friends - (${NEW_FRIENDS}) < $2)
    ON CONFLICT (mailbox, kind, letter) WHERE kind <> 'confirm' DO UPDATE
      SET state = 'waiting', wanted_at = now(), due_at = now(), ended_at = NULL, attempts = 0
      WHERE before.state = 'withdrawn' AND before.cancelled_at IS NULL AND (before.attempts > 0 OR before.ended_at < (
        SELECT confirmed_at FROM people WHERE people.mailbox = before.mailbox
      ))
  )
  -- Keeps an hour, as LOOKED_AT does, because a friend's confirmation may commit later.
  UPDATE after_letters SET starts_at = now() - interval '1 hour' WHERE name = $1 AND starts_at = '-infinity'`

const wantReward = (session: Session, letter: AfterLetter): Promise<unknown> =>
  session.query(WANT_REWARD, [letter.name, letter.friends, toParameter(audienceOf(letter))])

/** Queues the emails that people get because of their friends. Does nothing in a build with REFERRALS=off. */
export const wantFriends = (
  session: Session,
  { friend, after }: Pick<MailTemplates, 'friend' | 'after'>,
): Promise<void> =>
  changeList(session, async () => {
    if (friend === undefined) return
    await session.query(WANT)
    for (const letter of after) if (letter.friends) await wantReward(session, letter)
  })
