import type { Session } from '../database/session.ts'
import { GROUPS } from '../people/groups.ts'
import { daysAgo, deleteRows } from './portions.ts'
import { eraseUnconfirmed } from './unconfirmed.ts'

/** Periods in days, as in the privacy policy (web/content/legal/privacy). */
export const DAYS = { quarantine: 30, unconfirmed: 30, mails: 90 } as const

/** As DAYS: two years can be compared by the month. */
export const VISITS_MONTHS = 13

/** Scheduled work of the worker. */
interface Job {
  readonly name: string
  /** What is promised, as a sentence without its full stop. */
  readonly promise: string
  run(session: Session): Promise<void>
}

/** A row that is about no listed person. */
const NOBODY = `NOT EXISTS (
  SELECT FROM signups WHERE signups.email_key = leftover.email_key AND honeypot IS NULL
)`

/** A row that is about a person who has confirmed. */
const CONFIRMED = `EXISTS (
  SELECT FROM signups WHERE signups.email_key = leftover.email_key AND confirmed_at IS NOT NULL
)`

/** In this order: people are erased before the mails that show how long they have been silent. */
export const JOBS: readonly Job[] = [
  {
    name: 'quarantine',
    promise: `quarantined signups are deleted after ${DAYS.quarantine} days`,
    run: (session) =>
      deleteRows(
        session,
        'signups',
        `${GROUPS.quarantined} AND joined_at < ${daysAgo(DAYS.quarantine)}`,
      ),
  },
  {
    name: 'unconfirmed',
    promise: `people who do not confirm are erased ${DAYS.unconfirmed} days after their last email`,
    run: (session) => eraseUnconfirmed(session, DAYS.unconfirmed),
  },
  {
    name: 'mails',
    promise: `records of emails are deleted after ${DAYS.mails} days`,
    async run(session) {
      const before = daysAgo(DAYS.mails)
      // a failed confirmation shows that a person never got one, and must not be erased for silence
      const isRecord = `at < ${before} AND (outcome = 'sent' OR kind <> 'confirm' OR ${CONFIRMED})`
      await deleteRows(session, 'deliveries', isRecord)
      // its row stays, so that the same letter is not sent a second time
      await session.query(
        `UPDATE announcements SET html = NULL, text = NULL
         WHERE created_at < ${before} AND html IS NOT NULL
           AND NOT EXISTS (SELECT FROM tasks WHERE kind = 'announce' AND about = announcements.id)`,
      )
    },
  },
  {
    name: 'visits',
    promise: `counts of visits are deleted after ${VISITS_MONTHS} months`,
    run: (session) =>
      deleteRows(session, 'visits', `day < now() - interval '${VISITS_MONTHS} months'`),
  },
  {
    name: 'leftovers',
    promise: 'links and records of people who are gone are deleted',
    async run(session) {
      // a mail that was under way during the erasure may have left them
      await deleteRows(session, 'links', NOBODY)
      await deleteRows(session, 'tasks', `kind <> 'erase' AND ${NOBODY}`)
      // what an erasure left for the budget of the mailbox
      await deleteRows(session, 'deliveries', `email_key IS NULL AND at < ${daysAgo(1)}`)
      await deleteRows(session, 'deliveries', `email_key IS NOT NULL AND ${NOBODY}`)
    },
  },
]

const RECORD = `
  INSERT INTO jobs (name, last_run_at) VALUES ($1, now())
  ON CONFLICT (name) DO UPDATE SET last_run_at = excluded.last_run_at`

/**
 * Runs all jobs and records when each came to its end. The worker calls it at its start and hourly.
 * @throws the first failure, after all have run
 */
export async function runJobs(session: Session): Promise<void> {
  const failures: unknown[] = []
  for (const { name, run } of JOBS) {
    try {
      await run(session)
      await session.query(RECORD, [name])
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
