import type { Session } from '../../database/session.ts'
import { GROUPS } from '../../people/groups.ts'
import { daysBefore, deleteBefore } from './portions.ts'
import { eraseUnconfirmed } from './unconfirmed.ts'

/** Periods in days, as in the privacy policy (web/content/legal/privacy). */
export const DAYS = { quarantine: 30, unconfirmed: 30, mails: 90 } as const

/** Scheduled work of the worker. */
interface Job {
  readonly name: string
  /** What is promised, as a sentence without its full stop. */
  readonly promise: string
  run(session: Session, now: Date): Promise<void>
}

/** A row that is about no listed person. */
const GONE = `created_at < $1 AND NOT EXISTS (
  SELECT FROM signups WHERE signups.email_key = leftover.email_key AND honeypot IS NULL
)`

/** In this order: people are erased before the mails that show how long they have been silent. */
export const JOBS: readonly Job[] = [
  {
    name: 'quarantine',
    promise: `quarantined signups are deleted after ${DAYS.quarantine} days`,
    run: (session, now) =>
      deleteBefore(
        session,
        'signups',
        `${GROUPS.quarantined} AND joined_at < $1`,
        daysBefore(now, DAYS.quarantine),
      ),
  },
  {
    name: 'unconfirmed',
    promise: `people who do not confirm are erased ${DAYS.unconfirmed} days after their last mail`,
    run: (session, now) => eraseUnconfirmed(session, daysBefore(now, DAYS.unconfirmed)),
  },
  {
    name: 'mails',
    promise: `records of sent mails are deleted after ${DAYS.mails} days`,
    async run(session, now) {
      const before = daysBefore(now, DAYS.mails)
      // a failed confirmation shows that a person never got one, and must not be erased for silence
      const isRecord = "finished_at < $1 AND (outcome = 'sent' OR kind <> 'confirm')"
      await deleteBefore(session, 'outbox', isRecord, before)
      // the records of its mails prevent a second announcement of the same letter
      await deleteBefore(
        session,
        'announcements',
        `created_at < $1 AND NOT EXISTS (
          SELECT FROM outbox WHERE kind = 'announce' AND about = leftover.id
        )`,
        before,
      )
    },
  },
  {
    name: 'leftovers',
    promise: 'links and records of people who are gone are deleted',
    async run(session, now) {
      // a mail that was under way during the erasure may have left them
      await deleteBefore(session, 'links', GONE, now)
      await deleteBefore(session, 'outbox', `kind <> 'erase' AND ${GONE}`, now)
    },
  },
]

const RECORD = `
  INSERT INTO jobs (name, last_run_at) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET last_run_at = excluded.last_run_at`

/**
 * Runs all jobs and records when each came to its end. The worker calls it at its start and hourly.
 * @throws the first failure, after all have run
 */
export async function runJobs(session: Session, now = new Date()): Promise<void> {
  const failures: unknown[] = []
  for (const { name, run } of JOBS) {
    try {
      await run(session, now)
      await session.query(RECORD, [name, now])
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
