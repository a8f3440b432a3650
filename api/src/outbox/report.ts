import type { Session } from '../database/session.ts'
import { iso } from '../people/person.ts'
import { KINDS, type Kind, MAIL_KINDS } from './leases.ts'

export interface KindReport {
  readonly kind: Kind
  readonly waiting: number
  readonly done: number
  readonly failed: number
  /** When the oldest waiting one was queued, in ISO 8601. */
  readonly oldest_waiting: string | null
  /** The code of the last failed attempt of one that still waits. */
  readonly last_reply: string | null
}

export interface QueueReport {
  /** Signups that the worker has not looked at yet. */
  readonly new_signups: number
  readonly sent_last_hour: number
  readonly sent_last_day: number
  readonly kinds: readonly KindReport[]
}

const COUNT_KINDS = `
  SELECT kind, waiting, done, failed, ${iso('oldest_waiting')}, last_reply
  FROM (
    SELECT kind, count(*)::integer AS waiting, min(created_at) AS oldest_waiting,
      (array_agg(reply ORDER BY due_at DESC) FILTER (WHERE reply IS NOT NULL))[1] AS last_reply
    FROM tasks GROUP BY kind
  ) AS queued FULL JOIN (
    SELECT kind, count(*) FILTER (WHERE outcome = 'sent')::integer AS done,
      count(*) FILTER (WHERE outcome = 'failed')::integer AS failed
    FROM deliveries WHERE email_key IS NOT NULL GROUP BY kind
  ) AS delivered USING (kind)`

const COUNT_SENT = `
  SELECT (SELECT count(*) FROM arrivals)::integer AS new_signups,
    count(*) FILTER (WHERE at > now() - interval '1 hour')::integer AS sent_last_hour,
    count(*)::integer AS sent_last_day
  FROM deliveries
  WHERE outcome = 'sent' AND kind = ANY($1) AND at > now() - interval '1 day'`

/** What waits, and what was done in the last 90 days. All counts are of the same moment. */
export const reportQueue = (session: Session): Promise<QueueReport> =>
  session.transaction(async () => {
    const found = await session.query<KindReport & Record<string, unknown>>(COUNT_KINDS)
    const [sent] = await session.query<Omit<QueueReport, 'kinds'>>(COUNT_SENT, [MAIL_KINDS])
    return {
      ...(sent ?? { new_signups: 0, sent_last_hour: 0, sent_last_day: 0 }),
      kinds: KINDS.map((kind) => {
        const row = found.find((each) => each.kind === kind)
        return {
          kind,
          waiting: row?.waiting ?? 0,
          done: row?.done ?? 0,
          failed: row?.failed ?? 0,
          oldest_waiting: row?.oldest_waiting ?? null,
          last_reply: row?.last_reply ?? null,
        }
      }),
    }
  }, 'SNAPSHOT')

export interface Failure {
  readonly kind: Kind
  readonly email: string
  readonly about: string
  /** In ISO 8601. */
  readonly failed_at: string
  readonly reply: string | null
}

/** What failed in the last 90 days, newest first. */
export const listFailures = (session: Session, limit: number): Promise<Failure[]> =>
  session.query<Failure & Record<string, unknown>>(
    `SELECT kind, email, about, ${iso('failed_at')}, reply
     FROM (
       SELECT deliveries.kind, coalesce(signups.email, deliveries.email_key) AS email, about,
         at AS failed_at, reply
       FROM deliveries LEFT JOIN signups
         ON signups.email_key = deliveries.email_key AND honeypot IS NULL
       WHERE outcome = 'failed' AND deliveries.email_key IS NOT NULL
       ORDER BY at DESC LIMIT $1
     ) AS failures
     ORDER BY failures.failed_at DESC`,
    [limit],
  )
