import type { Session } from '../database/session.ts'

const ROWS = 1_000

/**
 * A person who left without having confirmed gets no further mail: somebody else may have typed the
 * address. A confirmed person may come back, and gets one mail a day, so that nobody can use up the
 * mails of that person. `arrived_at` and `joined_at` are the time of the same transaction when the
 * signup is new.
 */
const TAKE = `
  WITH taken AS (
    DELETE FROM arrivals
    WHERE ctid = ANY (ARRAY(SELECT ctid FROM arrivals LIMIT ${ROWS} FOR UPDATE SKIP LOCKED))
    RETURNING email_key, network, agreed_to, arrived_at
  ), wishes AS (
    SELECT email_key, array_agg(arrived_at) AS times, min(arrived_at) AS first_at,
      (array_agg(network ORDER BY arrived_at))[1] AS network,
      (array_agg(agreed_to ORDER BY arrived_at) FILTER (WHERE agreed_to IS NOT NULL))[1] AS agreed_to,
      min(arrived_at) FILTER (WHERE agreed_to IS NOT NULL) AS agreed_at
    FROM taken GROUP BY email_key
  ), people AS (
    SELECT email_key, network, first_at, wishes.agreed_to, wishes.agreed_at,
      signups.agreed_to IS NULL AND wishes.agreed_to IS NOT NULL AS agrees, joined_at, confirmed_at, left_at, undeliverable_at,
      joined_at = ANY (times) AS is_new
    FROM wishes JOIN signups USING (email_key)
    WHERE honeypot IS NULL
    -- so that an erasure at the same time leaves nothing behind; in an order, because two workers may
    -- write the consent below
    ORDER BY email_key FOR NO KEY UPDATE OF signups
  ), consents AS (
    UPDATE signups SET agreed_to = people.agreed_to, agreed_at = people.agreed_at
    FROM people
    WHERE agrees AND signups.email_key = people.email_key AND honeypot IS NULL
  ), turns AS MATERIALIZED (
    -- once for a network: each look would pass all rows that the statement has added before
    SELECT network, coalesce((
      SELECT max(turn) + 1 FROM tasks WHERE tasks.network = asked.network
    ), 0) AS next FROM (SELECT DISTINCT network FROM people) AS asked
  ), mails AS (
    INSERT INTO tasks (kind, email_key, network, turn)
    SELECT 'confirm', email_key, network, CASE WHEN network IS NULL THEN 0 ELSE
      next + row_number() OVER (PARTITION BY network ORDER BY first_at) - 1 END
    FROM people LEFT JOIN turns USING (network)
    WHERE undeliverable_at IS NULL AND (left_at IS NULL OR confirmed_at IS NOT NULL)
      AND NOT (confirmed_at IS NOT NULL AND EXISTS (
        SELECT FROM deliveries WHERE deliveries.email_key = people.email_key AND kind = 'confirm'
          AND at > now() - interval '1 day' AND at > confirmed_at
      ))
    ON CONFLICT DO NOTHING
  ), events AS (
    INSERT INTO tasks (kind, email_key, about, created_at)
    SELECT 'webhook', email_key, 'joined', joined_at FROM people WHERE is_new AND $1::boolean
    ON CONFLICT DO NOTHING
  )
  SELECT count(*)::integer AS taken FROM taken`

/**
 * Turns signups and requests for another confirmation into mails and webhooks. A person who was imported
 * and now sends the form has agreed by that.
 * @param hasReceiver - whether somebody gets webhooks
 * @returns whether more may be waiting
 */
export async function takeArrivals(session: Session, hasReceiver: boolean): Promise<boolean> {
  const [row] = await session.query<{ taken: number }>(TAKE, [hasReceiver])
  return row?.taken === ROWS
}
