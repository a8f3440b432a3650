import { waitAfter } from '../mail/leases.ts'
import type { Delivery } from '../mail/transport.ts'
import type { Session } from '../system/session.ts'

/** `chat` and `late` go to NOTIFY_URL, `week` to OWNER_EMAIL. */
type NoticeKind = 'chat' | 'late' | 'week'

/** A notice that is due. Times are as the database writes them, to the microsecond. */
export interface Turn {
  readonly kind: NoticeKind
  readonly id: string
  /** It counts from here… */
  readonly since: string
  /** …until here. */
  readonly until: string
  /** Including this one. */
  readonly attempts: number
}

/** When a week is reported, in UTC. */
const MONDAY = "interval '7 hours'"
/** An interval in days is an hour off when the time zone of the database begins or ends its summer time. */
const SEVEN_DAYS = "interval '168 hours'"
const WEEK = "date_trunc('week', now(), 'UTC')"
const NEXT_MONDAY = `CASE WHEN now() < ${WEEK} + ${MONDAY} THEN ${WEEK} ELSE ${WEEK} + ${SEVEN_DAYS} END + ${MONDAY}`

/**
 * Until when a notice counts. A form is committed within 2.5 s of its time (see database/pool.ts), so after five
 * seconds none comes late, but for those that wait for the fold.
 */
const UNTIL: Readonly<Record<NoticeKind, string>> = {
  chat: "least(now() - interval '5 seconds', (SELECT min(sent_at) - interval '1 microsecond' FROM inbox))",
  late: 'now()',
  week: WEEK,
}

/** Where the first notice counts from, and when it is due. */
const FIRST: Readonly<Record<NoticeKind, string>> = {
  chat: `${UNTIL.chat}, now()`,
  late: 'now(), now()',
  week: `${WEEK} - CASE WHEN now() < ${WEEK} + ${MONDAY} THEN ${SEVEN_DAYS} ELSE interval '0' END, ${NEXT_MONDAY}`,
}

/** When a crashed attempt is repeated. A mail server may take ten minutes to reply. */
const LEASE: Readonly<Record<NoticeKind, string>> = {
  chat: '1 minute',
  late: '1 minute',
  week: '15 minutes',
}

/** When the next one is due. The chat is polled more often than messaged. */
const NEXT: Readonly<Record<NoticeKind, string>> = {
  chat: "now() + interval '1 minute'",
  late: "now() + interval '1 hour'",
  week: NEXT_MONDAY,
}

/** Remembers when a notice begins to count, unless that is known. */
export async function beginNotices(session: Session, kind: NoticeKind): Promise<void> {
  await session.query(
    `INSERT INTO notices (kind, counted_until, due_at) SELECT $1, ${FIRST[kind]}
     ON CONFLICT DO NOTHING`,
    [kind],
  )
}

/** Takes a notice that is due. Another worker does not get it before the lease ends. */
export async function takeTurn(session: Session, kind: NoticeKind): Promise<Turn | undefined> {
  const [turn] = await session.query<Turn>(
    `UPDATE notices SET attempts = attempts + 1, due_at = now() + interval '${LEASE[kind]}'
     WHERE kind = $1 AND due_at <= now()
     RETURNING kind, id, counted_until::text AS since, (${UNTIL[kind]})::text AS until, attempts`,
    [kind],
  )
  return turn
}

/** Names the attempt. The row has another id or number when another worker has taken it since. */
const IS_HELD = 'kind = $1 AND id = $2 AND attempts = $3'

/** There is nothing to report, so the same time is looked at again in half a minute. */
export async function skipTurn(session: Session, { kind, id, attempts }: Turn): Promise<void> {
  await session.query(
    `UPDATE notices SET id = gen_random_uuid(), attempts = 0, due_at = now() + interval '30 seconds'
     WHERE ${IS_HELD}`,
    [kind, id, attempts],
  )
}

/**
 * Records what became of a notice. A failed one is repeated after 1, 2, 4 … minutes with current
 * numbers, so that nobody is left out; an email that is refused permanently, on the next Monday.
 */
export async function endTurn(
  session: Session,
  { kind, id, until, attempts }: Turn,
  delivery: Delivery,
): Promise<void> {
  if (delivery.kind === 'sent' || delivery.kind === 'written') {
    await session.query(
      `UPDATE notices SET id = gen_random_uuid(), counted_until = $4, due_at = ${NEXT[kind]},
         attempts = 0, reply = NULL
       WHERE ${IS_HELD}`,
      [kind, id, attempts, until],
    )
    return
  }
  const isRefused = kind === 'week' && delivery.kind === 'failed'
  await session.query(
    `UPDATE notices SET reply = $4,
       due_at = CASE WHEN $6 THEN ${NEXT_MONDAY} ELSE now() + make_interval(secs => $5) END
     WHERE ${IS_HELD}`,
    [kind, id, attempts, delivery.reply, waitAfter(attempts), isRefused],
  )
}

export interface Notice {
  readonly kind: NoticeKind
  /** Sends it, unless there is nothing to report. */
  send(session: Session, turn: Turn): Promise<Delivery | undefined>
}

export type OnNotice = (kind: NoticeKind, outcome: string, reply?: string) => void

/** Sends a notice if it is due, and records what became of it. */
export async function tell(
  session: Session,
  { kind, send }: Notice,
  onNotice: OnNotice,
): Promise<void> {
  const turn = await takeTurn(session, kind)
  if (turn === undefined) return
  const delivery = await send(session, turn)
  if (delivery === undefined) return skipTurn(session, turn)
  await endTurn(session, turn, delivery)
  onNotice(kind, delivery.kind, 'reply' in delivery ? delivery.reply : undefined)
}
