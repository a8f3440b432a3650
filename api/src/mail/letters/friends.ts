import type { AfterLetter, MailTemplates } from '../../../../letters/mail-templates.ts'
import { changeList } from '../../list/history.ts'
import { toParameter } from '../../list/people/conditions.ts'
import type { Session } from '../../system/session.ts'
import { REACHABLE } from '../kinds.ts'
import { mayGet } from '../queue/wanted.ts'
import { audienceOf } from './after.ts'

/** Friends who confirmed earlier set off no email, so that an upgrade does not send one to everyone with friends. */
export const NEWS = "interval '2 days'"

/**
 * Queues an email for each person with more friends than they were told about. Its row has the number of friends, and
 * stays, so that no one is told the same number twice. An import's people have clicked nothing, and set off no email.
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
 * Queues a letter for people who have the friends that its front matter names. People who had them when the worker first
 * saw the letter get it by `--also-earlier`, and people of a restore may have got it after the backup. A letter that a
 * worker withdrew because a friend had left is due again.
 */
const WANT_REWARD = `
  WITH wanted AS (
    INSERT INTO mails AS before (kind, mailbox, letter, state, ended_at)
    SELECT 'after', mailbox, name, state, CASE state WHEN 'withdrawn' THEN now() END
    FROM referrers JOIN people USING (mailbox), after_letters,
      LATERAL (SELECT CASE WHEN confirmed_at <= restored_until THEN 'withdrawn' ELSE 'waiting' END AS state) AS first
    WHERE name = $1 AND friends >= $2 AND ${mayGet('after', '$3::jsonb')}
    ON CONFLICT (mailbox, kind, letter) WHERE kind <> 'confirm' DO UPDATE
      SET state = excluded.state, wanted_at = now(), due_at = now(), ended_at = excluded.ended_at, attempts = 0
      WHERE before.state = 'withdrawn' AND before.cancelled_at IS NULL AND (before.attempts > 0 OR before.ended_at < (
        SELECT confirmed_at FROM people WHERE people.mailbox = before.mailbox
      ))
  )
  UPDATE after_letters SET restored_until = NULL WHERE name = $1`

const wantReward = (session: Session, letter: AfterLetter): Promise<unknown> =>
  session.query(WANT_REWARD, [letter.name, letter.friends, toParameter(audienceOf(letter))])

/** Queues what people get because of their friends; nothing with a build with REFERRALS=off. */
export const wantFriends = (
  session: Session,
  { friend, after }: Pick<MailTemplates, 'friend' | 'after'>,
): Promise<void> =>
  changeList(session, async () => {
    if (friend === undefined) return
    await session.query(WANT)
    for (const letter of after) if (letter.friends) await wantReward(session, letter)
  })
