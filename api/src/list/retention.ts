import type { Session } from '../system/session.ts'
import { GROUPS } from './people/groups.ts'
import { eraseUnconfirmed, forgetForms } from './people/unconfirmed.ts'

/** The number of days that data is kept. The privacy policy promises these numbers (web/content/legal/privacy.mdx). */
export const DAYS = { quarantine: 30, unconfirmed: 30, mails: 90, networks: 1 } as const

/** Long enough to compare a month with the same month a year earlier. The privacy policy promises it as well. */
export const VISITS_MONTHS = 13

interface JobOptions {
  /** True if a mail server is set. Without one, no one was asked to confirm. */
  readonly canSend: boolean
}

/** A job that the worker runs every hour. */
interface Job {
  readonly name: string
  /** The privacy policy's promise, as a sentence without its full stop. */
  readonly promise: string
  run(session: Session, options: JobOptions): Promise<void>
}

/** The maximum number of rows per statement, so that each ends quickly and holds few locks. */
const ROWS = 5_000

/**
 * Deletes a table's rows that match a condition, in chunks. Locked rows are skipped until the next run.
 * @param condition SQL that may refer to the row as `leftover`
 */
async function deleteRows(session: Session, table: string, condition: string): Promise<void> {
  const statement = `
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} AS leftover WHERE ${condition} LIMIT ${ROWS} FOR UPDATE SKIP LOCKED
    ))
    RETURNING 1`
  let deleted = ROWS
  while (deleted === ROWS) {
    deleted = (await session.transaction(() => session.query(statement))).length
  }
}

/** SQL for a time on the database's clock, because the worker's clock may be wrong. */
const daysAgo = (days: number): string => `now() - interval '${days} days'`

/** People are erased before emails are deleted, because the emails show how long a person has not responded. */
export const JOBS: readonly Job[] = [
  {
    name: 'quarantine',
    promise: `quarantined signups are deleted after ${DAYS.quarantine} days`,
    run: (session) =>
      deleteRows(session, 'quarantine', `leftover.joined_at < ${daysAgo(DAYS.quarantine)}`),
  },
  {
    name: 'unconfirmed',
    promise: `people who do not confirm are erased ${DAYS.unconfirmed} days after their last email`,
    async run(session, { canSend }) {
      if (!canSend) return
      await eraseUnconfirmed(session, DAYS.unconfirmed)
      await forgetForms(session, DAYS.unconfirmed)
    },
  },
  {
    name: 'mails',
    promise: `email records are deleted after ${DAYS.mails} days`,
    async run(session) {
      const before = daysAgo(DAYS.mails)
      // Rows are kept if they prevent a second invitation, reminder, letter after the confirmation or email about the
      // same friends. Confirmations that were only written to files are kept until the person confirms.
      await deleteRows(
        session,
        'mails',
        `ended_at < ${before} AND kind NOT IN ('after', 'friend')
         AND (state IN ('failed', 'withdrawn') OR kind NOT IN ('invite', 'remind'))
         AND NOT (state = 'written' AND EXISTS (
           SELECT FROM people WHERE people.mailbox = leftover.mailbox AND ${GROUPS.pending}
         ))`,
      )
      await deleteRows(session, 'events', `ended_at < ${before}`)
      // Only the text is deleted. The letter's row keeps it from being sent twice.
      await session.query(
        `UPDATE letters SET html = NULL, text = NULL
         WHERE created_at < ${before} AND html IS NOT NULL AND NOT EXISTS (
           SELECT FROM mails
           WHERE kind = 'announce' AND letter = letters.id AND state IN ('waiting', 'sending')
         )`,
      )
    },
  },
  {
    name: 'networks',
    promise: 'network hashes are deleted a day after the email',
    async run(session) {
      await session.query(
        `UPDATE mails SET network = NULL WHERE network IS NOT NULL AND ended_at < ${daysAgo(DAYS.networks)}`,
      )
    },
  },
  {
    name: 'visits',
    promise: `visit counts are deleted after ${VISITS_MONTHS} months`,
    run: (session) =>
      deleteRows(session, 'visits', `day < now() - interval '${VISITS_MONTHS} months'`),
  },
  {
    name: 'leftovers',
    promise: 'rows kept for a day after an erasure are deleted',
    async run(session) {
      // An erasure leaves these rows for a day, because they count toward the mailbox's budget.
      await deleteRows(session, 'mails', `mailbox IS NULL AND ended_at < ${daysAgo(1)}`)
      // These rows are left by a worker that died while it was sending an email to a person who was then erased.
      await deleteRows(
        session,
        'mails',
        `mailbox IS NULL AND state = 'sending' AND due_at < ${daysAgo(1)}`,
      )
    },
  },
]

/** Records that a scheduled job has finished. */
export const recordJob = (session: Session, name: string) =>
  session.query(
    `INSERT INTO jobs (name, last_run_at) VALUES ($1, now())
     ON CONFLICT (name) DO UPDATE SET last_run_at = excluded.last_run_at`,
    [name],
  )

/**
 * Runs all jobs and records when each ended. The worker calls it at startup and every hour.
 * @throws the first failure, after all have run
 */
export async function runJobs(session: Session, options: JobOptions): Promise<void> {
  const failures: unknown[] = []
  for (const { name, run } of JOBS) {
    try {
      await run(session, options)
      await recordJob(session, name)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
