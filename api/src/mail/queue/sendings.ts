import { iso } from '../../list/people/person.ts'
import type { Session } from '../../system/session.ts'
import { KINDS, type Kind, MAIL_STATES, type MailState } from '../kinds.ts'

export type SendingCounts = Readonly<Record<MailState, number>>

export interface Sending {
  /** When the email or webhook was finished, in ISO 8601. Until then, when it was queued or is due. */
  readonly at: string
  readonly kind: Kind
  readonly mailbox: string
  /** The address as the person typed it, or the mailbox if the person has no row. */
  readonly email: string
  /** The letter, the number of friends, or the event. Empty for other kinds. */
  readonly about: string
  readonly state: MailState
  readonly attempts: number
  readonly reply: string | null
}

/** Counts emails and webhooks by state. */
export async function countSendings(session: Session): Promise<SendingCounts> {
  const rows = await session.query<{ state: MailState; count: number }>(
    `SELECT state, count(*)::integer AS count FROM sendings WHERE mailbox IS NOT NULL GROUP BY state`,
  )
  const counts = new Map(rows.map(({ state, count }) => [state, count]))
  const entries = MAIL_STATES.map((state) => [state, counts.get(state) ?? 0])
  return Object.fromEntries(entries) as SendingCounts
}

/** @param open the column that dates an unfinished email or webhook */
const sendings = (open: 'wanted_at' | 'due_at', where: string, order: string, limit = 'ALL') => `
  SELECT ${iso('at')}, kind, mailbox, about, state, attempts, reply,
    coalesce((SELECT email FROM people WHERE people.mailbox = sending.mailbox), mailbox) AS email
  FROM (
    SELECT *, coalesce(ended_at, ${open}) AS at FROM sendings
    WHERE mailbox IS NOT NULL AND ${where} ORDER BY ${order} LIMIT ${limit}
  ) AS sending ORDER BY ${order}`

const OF_PERSON = sendings('wanted_at', 'mailbox = $1', 'coalesce(ended_at, wanted_at)')

/** Returns a person's emails and webhooks, oldest first. */
export const sendingsOf = (session: Session, mailbox: string): Promise<Sending[]> =>
  session.query(OF_PERSON, [mailbox])

const IN_STATE = sendings('due_at', 'state = $1', 'ended_at DESC, due_at', '$2')

/** Returns the latest finished emails and webhooks, or the next ones that are due. */
export const listSendings = (
  session: Session,
  state: MailState,
  limit: number,
): Promise<Sending[]> => session.query(IN_STATE, [state, limit])

export interface KindReport extends Readonly<Record<MailState, number>> {
  readonly kind: Kind
  /** When the oldest waiting email or webhook was queued, in ISO 8601. */
  readonly oldest_waiting: string | null
  /** The last reply to an email or webhook that will be tried again. */
  readonly last_reply: string | null
}

export interface QueueReport {
  readonly sent_last_hour: number
  readonly sent_last_day: number
  readonly kinds: readonly KindReport[]
}

/** Counts by state, without rows left by an erasure. */
const COUNT_KINDS = `
  SELECT kind, ${MAIL_STATES.join(', ')}, ${iso('oldest_waiting')}, last_reply
  FROM (
    SELECT kind,
      ${MAIL_STATES.map(
        (state) => `(count(mailbox) FILTER (WHERE state = '${state}'))::integer AS ${state}`,
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

/** Counts emails and webhooks by kind and state, all in one snapshot. */
export const reportQueue = (session: Session): Promise<QueueReport> =>
  session.transaction(async () => {
    const kinds = await session.query<KindReport>(COUNT_KINDS, [KINDS])
    const sent = await session.row<Omit<QueueReport, 'kinds'>>(COUNT_SENT)
    return { ...sent, kinds }
  }, 'SNAPSHOT')
