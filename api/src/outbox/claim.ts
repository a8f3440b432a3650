import type { Session } from '../database/session.ts'
import { MAIL_KINDS, type MailKind, type Task, take } from './leases.ts'

/** Mails per mailbox in 24 hours. */
const PER_MAILBOX = 3

/** Due mails that are looked at for one claim, so that its time does not grow with the queue. */
const CANDIDATES = 100

/** Two workers must not count the same budget at once. */
const LOCK = 7_303_014_154

/**
 * Of the budget of an hour or a day, the other kinds leave this part to a kind that has work. They
 * leave it to confirmations at any time, because the next signup must not wait for the next hour.
 */
const SHARE = 0.25

const shareOf = (budget: number): number => Math.floor(budget * SHARE)

/** How many invitations or announcements are sent within a budget when nothing else waits. */
export const bulkOf = (budget: number): number => budget - shareOf(budget)

interface KindUse {
  readonly kind: MailKind
  /** Mails of the period, and those under way. */
  readonly used: number
  readonly has_work: boolean
}

/** A budget, and what was used of it. */
interface Period {
  readonly budget: number
  readonly uses: readonly KindUse[]
}

/** How many mails of a kind may be sent now. */
function roomFor(kind: MailKind, { budget, uses }: Period): number {
  const used = uses.reduce((sum, use) => sum + use.used, 0)
  const left = uses
    .filter((use) => use.kind !== kind && (use.has_work || use.kind === 'confirm'))
    .reduce((sum, use) => sum + Math.max(0, shareOf(budget) - use.used), 0)
  return Math.max(0, budget - used - left)
}

const COUNT_USE = `
  SELECT kind,
    (SELECT count(*) FROM deliveries
       WHERE deliveries.kind = wanted.kind AND at > now() - $2::interval)::integer
    + (SELECT count(*) FROM tasks
       WHERE tasks.kind = wanted.kind AND leased_until > now())::integer AS used,
    -- in the order of the index, or the database reads all of them
    coalesce((
      SELECT true FROM tasks WHERE tasks.kind = wanted.kind AND due_at <= now()
      ORDER BY turn, due_at LIMIT 1
    ), false) AS has_work
  FROM unnest($1::text[]) AS wanted (kind)`

/**
 * The first due mails of a kind, and for each what is left of the mailbox's budget: below 0, it does
 * not get this one today.
 */
const LOOK = `
  WITH candidates AS (
    SELECT id, mailbox, email_key, turn, due_at FROM tasks
    WHERE kind = $1 AND due_at <= now()
    ORDER BY turn, due_at LIMIT ${CANDIDATES} FOR UPDATE SKIP LOCKED
  ), mailboxes AS (
    SELECT mailbox, min(email_key) AS email_key FROM candidates GROUP BY mailbox
  ), used AS (
    SELECT mailbox,
      (SELECT count(*) FROM deliveries
         WHERE deliveries.mailbox = mailbox_hash(mailboxes.email_key)
           AND at > now() - interval '1 day' AND kind = ANY($2))
      + (SELECT count(*) FROM tasks
         WHERE tasks.mailbox = mailboxes.mailbox AND leased_until > now() AND kind = ANY($2)) AS mails
    FROM mailboxes
  )
  SELECT id, (${PER_MAILBOX} - mails
    - row_number() OVER (PARTITION BY mailbox ORDER BY turn, due_at))::integer AS room
  FROM candidates JOIN used USING (mailbox)
  ORDER BY turn, due_at`

/** A confirmation that is too much is not sent on a later day. */
const GIVE_UP = "DELETE FROM tasks WHERE id = ANY($1) AND kind = 'confirm'"

const POSTPONE = `
  UPDATE tasks SET due_at = now() + interval '1 hour' WHERE id = ANY($1) AND kind <> 'confirm'`

const TAKE = take('SELECT unnest($1::uuid[])')

interface Claim {
  /** In the order in which they are to be sent. */
  readonly tasks: readonly Task[]
  /** Whether mailboxes without a budget stood before others. */
  readonly more: boolean
}

async function claimKind(session: Session, kind: MailKind, limit: number): Promise<Claim> {
  const found = await session.query<{ id: string; room: number }>(LOOK, [kind, MAIL_KINDS])
  const excess = found.filter(({ room }) => room < 0).map(({ id }) => id)
  if (excess.length > 0) {
    await session.query(GIVE_UP, [excess])
    await session.query(POSTPONE, [excess])
  }
  const ids = found
    .filter(({ room }) => room >= 0)
    .slice(0, limit)
    .map(({ id }) => id)
  if (ids.length === 0) return { tasks: [], more: excess.length > 0 }
  const rows = await session.query<Task & Record<string, unknown>>(TAKE, [ids])
  const tasks = rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
  return { tasks, more: excess.length > 0 }
}

const countUse = async (session: Session, budget: number, period: string): Promise<Period> => ({
  budget,
  uses: await session.query<KindUse & Record<string, unknown>>(COUNT_USE, [MAIL_KINDS, period]),
})

/** Takes mails to send, within the budgets per hour, per day if there is one, and per mailbox. */
export function claimMails(
  session: Session,
  perHour: number,
  limit: number,
  perDay?: number,
): Promise<Claim> {
  return session.transaction(async () => {
    await session.query(`SELECT pg_advisory_xact_lock(${LOCK})`)
    const periods = [await countUse(session, perHour, '1 hour')]
    if (perDay !== undefined) periods.push(await countUse(session, perDay, '1 day'))
    const tasks: Task[] = []
    let more = false
    for (const kind of MAIL_KINDS) {
      const rooms = periods.map((period) => roomFor(kind, period))
      const room = Math.min(limit, ...rooms) - tasks.length
      if (room <= 0) continue
      const claimed = await claimKind(session, kind, room)
      tasks.push(...claimed.tasks)
      more ||= claimed.more
    }
    return { tasks, more }
  })
}
