import type { Session } from '../system/session.ts'
import { type Quotas, readBudgets, roomFor } from './budget.ts'
import { type Claimed, IS_DUE, IS_UNDER_WAY, take } from './leases.ts'
import { MAIL_KINDS, type MailKind } from './mails.ts'

/** The maximum number of emails to a mailbox in 24 hours. */
const PER_MAILBOX = 3

/** The maximum number of letters that follow a confirmation, per person in 24 hours. */
const AFTER_PER_DAY = 1

/** The maximum number of due emails that a claim reads, so that a long queue does not slow it. */
const CANDIDATES = 100

/** This lock stops two workers from spending the same budget. */
const LOCK = 7_303_014_154

/** Counts a mailbox's emails of the last day and those being sent. */
const recent = (which: string): string => `
  (SELECT count(*) FROM mails
     WHERE mailbox = hash AND ended_at > now() - interval '1 day' AND state <> 'withdrawn' AND ${which})
  + (SELECT count(*) FROM mails
       WHERE mailbox = hash AND ended_at IS NULL AND ${IS_UNDER_WAY} AND ${which})`

/**
 * Finds the first due emails of a kind. `room` is the budget that its mailbox has left after the email. If `room` is
 * below 0, the email waits.
 */
const LOOK = `
  WITH candidates AS (
    SELECT id, email_key, turn, due_at FROM mails
    WHERE kind = $1 AND ${IS_DUE}
    ORDER BY turn, due_at LIMIT ${CANDIDATES} FOR UPDATE SKIP LOCKED
  ), hashed AS MATERIALIZED (
    -- MATERIALIZED computes each hash once, and not for each email that it is compared with
    SELECT *, hash_of(email_key) AS hash FROM candidates
  )
  SELECT id, (least(
      ${PER_MAILBOX} - (${recent('true')}),
      CASE WHEN $1 = 'welcome' THEN ${AFTER_PER_DAY} - (${recent("kind = 'welcome'")}) END
    ) - row_number() OVER (PARTITION BY email_key ORDER BY turn, due_at))::integer AS room
  FROM hashed
  ORDER BY turn, due_at`

const POSTPONE = `
  UPDATE mails SET state = 'waiting', lease = NULL, due_at = now() + interval '1 hour'
  WHERE id = ANY($1)`

const TAKE = take('mails', 'SELECT unnest($1::uuid[])')

interface Claim {
  /** The emails in the order of sending. */
  readonly mails: readonly Claimed[]
  /** True if emails were postponed because their mailbox had no budget left. The next due emails may then be sent. */
  readonly more: boolean
}

interface Candidate {
  readonly id: string
  readonly room: number
}

async function claimKind(session: Session, kind: MailKind, limit: number): Promise<Claim> {
  const found = await session.query<Candidate>(LOOK, [kind])
  const excess = found.filter(({ room }) => room < 0).map(({ id }) => id)
  if (excess.length > 0) await session.query(POSTPONE, [excess])
  const more = excess.length > 0
  const within = found.filter(({ room }) => room >= 0).slice(0, limit)
  const ids = within.map(({ id }) => id)
  if (ids.length === 0) return { mails: [], more }
  const rows = await session.query<Claimed>(TAKE, [ids])
  return { mails: rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)), more }
}

/** Takes emails to send, within the budgets per hour, per day and per mailbox. */
export function claimMails(session: Session, quotas: Quotas, limit: number): Promise<Claim> {
  return session.transaction(async () => {
    await session.query(`SELECT pg_advisory_xact_lock(${LOCK})`)
    const budgets = await readBudgets(session, quotas)
    const mails: Claimed[] = []
    let more = false
    for (const kind of MAIL_KINDS) {
      const room = Math.min(limit - mails.length, roomFor(budgets, kind, mails))
      if (room <= 0) continue
      const claimed = await claimKind(session, kind, room)
      mails.push(...claimed.mails)
      more ||= claimed.more
    }
    return { mails, more }
  })
}
