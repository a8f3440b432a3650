import { lateText } from '../../notices/late.ts'
import { count, minute } from '../../operator/format.ts'
import { findLateConfirmations } from '../../outbox/late.ts'
import { countOwed } from '../../outbox/owed.ts'
import { JOBS } from '../../retention/jobs.ts'
import { type DatabaseChecks, hasTable, type Result } from './finding.ts'

/** The worker runs its jobs every hour. In milliseconds. */
const LATE = 2 * 3_600_000

/** The promises that scheduled jobs keep. */
const retention: DatabaseChecks[string] = async (session, { startCommand }) => {
  if (!(await hasTable(session, 'jobs'))) return []
  const rows = await session.query<{ name: string; last_run_at: Date }>(
    'SELECT name, last_run_at FROM jobs',
  )
  const runs = new Map(rows.map(({ name, last_run_at }) => [name, last_run_at]))
  return JOBS.map(({ name, promise }): Result => {
    const last = runs.get(name)
    const found = `${promise}: ${last ? `last done ${minute(last.toISOString())} UTC` : 'never done yet'}`
    if (last && Date.now() - last.getTime() < LATE) return [found]
    return [found, `Start the worker, which does it every hour: ${startCommand}`]
  })
}

const confirmations: DatabaseChecks[string] = async (session, { mail, startCommand }) => {
  if (!(await hasTable(session, 'mails'))) return []
  if (mail.smtpUrl === undefined) {
    const owed = await countOwed(session)
    if (owed === 0) return []
    const found = `${count(owed, 'confirmation email')} will be sent once there is a mail server`
    return [[found, 'Set SMTP_URL to your mail server.', 'before live']]
  }
  const late = await findLateConfirmations(session)
  if (late.count === 0) return [['no confirmation email has waited for ten minutes']]
  const hasQuota = mail.perHour !== undefined || mail.perDay !== undefined
  const fix = hasQuota
    ? 'Raise MAIL_PER_HOUR and MAIL_PER_DAY, if your mail provider allows more.'
    : `Start the worker, and see its log: ${startCommand}`
  return [[lateText(late), fix]]
}

interface Failures {
  readonly all: number
  readonly failed: number
  readonly replies: string | null
}

const FAILURES = `
  SELECT count(*)::integer AS all, count(*) FILTER (WHERE state = 'failed')::integer AS failed,
    string_agg(DISTINCT reply, ', ') FILTER (WHERE state = 'failed') AS replies
  FROM sendings
  WHERE ended_at > now() - interval '7 days' AND state IN ('sent', 'failed')
    AND (kind = 'webhook') = $1`

/** A mistyped address is normal; a larger share is refused for its sender. */
const NORMAL = 0.05

const mails: DatabaseChecks[string] = async (session, { name }) => {
  if (!(await hasTable(session, 'sendings'))) return []
  const [row] = await session.query<Failures & Record<string, unknown>>(FAILURES, [false])
  const { all, failed } = row ?? { all: 0, failed: 0 }
  const found = `${failed} of ${count(all, 'email')} failed in the last week`
  if (failed <= all * NORMAL) return [[found]]
  return [[found, `See the servers' replies: ${name} mail --failed`]]
}

/** Tools that take a sentence and refuse our events. */
const CHATS = /^(?:hooks\.slack\.com|(?:\w+\.)?discord(?:app)?\.com)$/

const webhooks: DatabaseChecks[string] = async (session, { mail }) => {
  if (mail.webhook === undefined) return []
  const { hostname } = new URL(mail.webhook.url)
  if (CHATS.test(hostname)) {
    return [
      [
        `WEBHOOK_URL points to ${hostname}, which refuses every event`,
        'Move that address to NOTIFY_URL, and remove WEBHOOK_URL and WEBHOOK_SECRET.',
      ],
    ]
  }
  if (!(await hasTable(session, 'sendings'))) return []
  const [row] = await session.query<Failures & Record<string, unknown>>(FAILURES, [true])
  const { all, failed, replies } = row ?? { all: 0, failed: 0, replies: null }
  const found = `${failed} of ${count(all, 'webhook')} failed in the last week`
  if (failed === 0) return [[found]]
  return [[`${found} (${replies})`, 'Correct WEBHOOK_URL and WEBHOOK_SECRET, or the receiver.']]
}

const NOTICE_SETTINGS = { chat: 'NOTIFY_URL', week: 'OWNER_EMAIL' } as const

const notices: DatabaseChecks[string] = async (session, { mail }) => {
  const kinds = [...(mail.notifyUrl ? ['chat'] : []), ...(mail.ownerEmail ? ['week'] : [])]
  if (kinds.length === 0 || !(await hasTable(session, 'notices'))) return []
  const rows = await session.query<{ kind: keyof typeof NOTICE_SETTINGS; reply: string | null }>(
    'SELECT kind, reply FROM notices WHERE kind = ANY($1) ORDER BY kind',
    [kinds],
  )
  return rows.map(({ kind, reply }): Result => {
    const setting = NOTICE_SETTINGS[kind]
    if (reply === null) return [`${setting}: no failures`]
    return [`${setting} refused the last numbers (${reply})`, `Correct ${setting}.`]
  })
}

export const WORK_CHECKS: DatabaseChecks = {
  retention,
  confirmations,
  'failed emails': mails,
  'failed webhooks': webhooks,
  notices,
}
