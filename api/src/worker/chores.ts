import type { AfterLetter, MailTemplates } from '../../../letters/mail-templates.ts'
import { fold } from '../list/inbox/fold.ts'
import { countPlaces } from '../list/people/referrers.ts'
import { runJobs } from '../list/retention.ts'
import { applyReports } from '../list/suppressions/bounces.ts'
import { suppressionsKeeper } from '../list/suppressions/sync.ts'
import { remind } from '../mail/confirmations.ts'
import { wantAfter } from '../mail/letters/after.ts'
import { wantFriends } from '../mail/letters/friends.ts'
import { forgetMailFiles } from '../mail/transport/mail-files.ts'
import type { Session } from '../system/session.ts'
import type { Round, WorkerLog } from './repeat.ts'
import { sendWebhooks, type WebhookOptions } from './webhooks.ts'

const [FIVE_SECONDS_MS, TEN_SECONDS_MS, HOUR_MS] = [5_000, 10_000, 3_600_000]

/** Returns the ids of recorded emails whose person has not been erased. */
async function findRecorded(
  session: Session,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await session.query<{ id: string }>(
    'SELECT id FROM mails WHERE id = ANY($1) AND mailbox IS NOT NULL',
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

export interface Chores {
  /** The folder for emails that are written to files. They stay there even after a mail server is set. */
  readonly mailFolder: string
  /** True if emails go to a mail server, and not to files. */
  readonly hasServer: boolean
  /** True if people who do not confirm are reminded once. */
  readonly reminds: boolean
  /** The suppressions file, a copy outside the database. */
  readonly suppressionsFile?: string | undefined
  readonly templates: Pick<MailTemplates, 'friend' | 'after'>
}

/**
 * Copies the suppressions, deletes old data and erased people's email files, queues reminders, counts the places in
 * line, and queues the emails that people get because of their friends.
 */
export function choreRound({
  mailFolder,
  hasServer,
  reminds,
  suppressionsFile,
  templates,
}: Chores): Round {
  // These times come from `performance.now`, a clock that cannot be set back.
  let [nextForget, nextJobs, nextPlaces] = [0, 0, 0]
  const keepSuppressions =
    suppressionsFile === undefined ? undefined : suppressionsKeeper(suppressionsFile)
  return async (session) => {
    // An error in the suppressions file must not stop the jobs, and a failed job must not stop the copy.
    try {
      if (performance.now() >= nextJobs) {
        await runJobs(session, { canSend: hasServer })
        if (reminds) await remind(session)
        nextJobs = performance.now() + HOUR_MS
      }
      if (performance.now() >= nextForget) {
        await forgetMailFiles(mailFolder, (ids) => findRecorded(session, ids))
        nextForget = performance.now() + TEN_SECONDS_MS
      }
      if (performance.now() >= nextPlaces) {
        const start = performance.now()
        await countPlaces(session)
        await wantFriends(session, templates)
        // Waits at least twenty times as long as the counts took, because counting a long list takes time.
        const end = performance.now()
        nextPlaces = end + Math.max(TEN_SECONDS_MS, 20 * (end - start))
      }
    } finally {
      await keepSuppressions?.(session)
    }
    return false
  }
}

/** Queues the letters that follow the confirmation. Those for day 0 are queued within ten seconds of the click. */
export function letterRound(letters: readonly AfterLetter[]): Round {
  let next = 0
  return async (session) => {
    if (performance.now() < next) return false
    await wantAfter(session, letters)
    next = performance.now() + FIVE_SECONDS_MS
    return false
  }
}

/** The maximum number of reports that a round applies. */
const REPORTS = 20

/**
 * Moves new forms into the list, and applies what mail providers reported to the API.
 * @param hasReceiver whether webhooks have a receiver
 */
export const listRound =
  (hasReceiver: boolean, log: WorkerLog): Round =>
  async (session) => {
    await fold(session, { events: hasReceiver })
    const reports = await applyReports(session, REPORTS)
    for (const report of reports) log.info(report, 'a report about an email was read')
    return reports.length === REPORTS
  }

/** Deletes events that have been neither sent nor given up. */
const UNSENT = "DELETE FROM events WHERE state IN ('waiting', 'sending')"

/** Sends webhooks. Without a receiver, deletes all unsent events; with REFERRALS=off, deletes those about friends. */
export const webhookRound =
  (options: WebhookOptions | undefined, referrals: boolean): Round =>
  async (session) => {
    if (!referrals) await session.query(`${UNSENT} AND event = 'friend_confirmed'`)
    if (options) return sendWebhooks(session, options)
    await session.query(UNSENT)
    return false
  }
