import { iso } from '../list/person.ts'
import type { Session } from '../system/session.ts'
import { KINDS, type Kind, MAIL_STATES, type MailState } from './mails.ts'

export interface KindReport extends Readonly<Record<MailState, number>> {
  readonly kind: Kind
  /** When the oldest waiting one was queued, in ISO 8601. */
  readonly oldest_waiting: string | null
  /** The code of the last failed attempt of one that still waits. */
  readonly last_reply: string | null
}

export interface QueueReport {
  readonly sent_last_hour: number
  readonly sent_last_day: number
  readonly kinds: readonly KindReport[]
}

/** It leaves out what an erasure has left. */
const COUNT_KINDS = `
  SELECT kind, ${MAIL_STATES.join(', ')}, ${iso('oldest_waiting')}, last_reply
  FROM (
    SELECT kind,
      ${MAIL_STATES.map(
        (state) => `(count(email_key) FILTER (WHERE state = '${state}'))::integer AS ${state}`,
      ).join(', ')},
      min(wanted_at) FILTER (WHERE state = 'waiting') AS oldest_waiting,
      (array_agg(reply ORDER BY due_at DESC)
        FILTER (WHERE state IN ('waiting', 'sending') AND reply IS NOT NULL))[1] AS last_reply
    FROM unnest($1::text[]) AS wanted (kind) LEFT JOIN sendings USING (kind)
    GROUP BY kind
  ) AS counted ORDER BY array_position($1, kind)`

const COUNT_SENT = `
  SELECT (count(*) FILTER (WHERE ended_at > now() - interval '1 hour'))::integer AS sent_last_hour,
    count(*)::integer AS sent_last_day
  FROM sendings WHERE state = 'sent' AND kind <> 'webhook' AND ended_at > now() - interval '1 day'`

/** What waits, and what was done in the last 90 days. All counts are of the same moment. */
export const reportQueue = (session: Session): Promise<QueueReport> =>
  session.transaction(async () => {
    const kinds = await session.query<KindReport>(COUNT_KINDS, [KINDS])
    const sent = await session.row<Omit<QueueReport, 'kinds'>>(COUNT_SENT)
    return { ...sent, kinds }
  }, 'SNAPSHOT')
