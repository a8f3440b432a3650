import type { Session } from '../database/session.ts'

const ROWS = 1_000

/**
 * A person who left without having confirmed gets no further mail: somebody else may have typed the
 * address. A confirmed person may come back, and gets one mail a day, so that nobody can use up the
 * mails of that person. `arrived_at` and `joined_at` are the time of the same
 * transaction when the signup is new.
 */
const TAKE = `
  WITH taken AS (
    DELETE FROM arrivals
    WHERE ctid = ANY (ARRAY(SELECT ctid FROM arrivals LIMIT ${ROWS} FOR UPDATE SKIP LOCKED))
    RETURNING email_key, arrived_at
  ), wishes AS (
    SELECT email_key, array_agg(arrived_at) AS times FROM taken GROUP BY email_key
  ), people AS (
    SELECT email_key, joined_at, confirmed_at, left_at, undeliverable_at,
      joined_at = ANY (times) AS is_new
    FROM wishes JOIN signups USING (email_key)
    WHERE honeypot IS NULL
    -- so that an erasure at the same time leaves nothing behind
    FOR SHARE OF signups
  ), mails AS (
    INSERT INTO outbox (kind, email_key) SELECT 'confirm', email_key FROM people
    WHERE undeliverable_at IS NULL AND (left_at IS NULL OR confirmed_at IS NOT NULL)
      AND NOT (confirmed_at IS NOT NULL AND EXISTS (
        SELECT FROM outbox WHERE outbox.email_key = people.email_key AND kind = 'confirm'
          AND finished_at > now() - interval '1 day' AND finished_at > confirmed_at
      ))
    ON CONFLICT DO NOTHING
  ), events AS (
    INSERT INTO outbox (kind, email_key, about, created_at)
    SELECT 'webhook', email_key, 'joined', joined_at FROM people WHERE is_new AND $1::boolean
    ON CONFLICT DO NOTHING
  )
  SELECT count(*)::integer AS taken FROM taken`

/**
 * Turns signups and requests for another confirmation into mails and webhooks.
 * @param hasReceiver - whether somebody gets webhooks
 * @returns whether more may be waiting
 */
export async function takeArrivals(session: Session, hasReceiver: boolean): Promise<boolean> {
  const [row] = await session.query<{ taken: number }>(TAKE, [hasReceiver])
  return row?.taken === ROWS
}
