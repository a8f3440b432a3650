import { lateText } from '../../notices/late.ts'
import { count, minute } from '../../operator/format.ts'
import { findLateConfirmations } from '../../outbox/late.ts'
import { countOwed } from '../../outbox/owed.ts'
import { JOBS } from '../../retention/jobs.ts'
import { beforeLive, type Findings, ok, problem } from './finding.ts'
import type { OnServer } from './parts.ts'

/** The worker runs its jobs every hour. In milliseconds. */
const LATE = 2 * 3_600_000

/** The promises that scheduled jobs keep. */
export async function retention({ session, startCommand }: OnServer): Promise<Findings> {
  const rows = await session.query<{ name: string; last_run_at: Date }>(
    'SELECT name, last_run_at FROM jobs',
  )
  const runs = new Map(rows.map(({ name, last_run_at }) => [name, last_run_at]))
  const fix = `Start the worker, which does it every hour: ${startCommand}`
  return JOBS.map(({ name, promise }) => {
    const last = runs.get(name)
    if (!last) return problem(`${promise}: never done yet`, fix)
    const found = `${promise}: last done ${minute(last.toISOString())} UTC`
    return Date.now() - last.getTime() < LATE ? ok(found) : problem(found, fix)
  })
}

export async function confirmations({ session, mail, startCommand }: OnServer): Promise<Findings> {
  if (mail.smtpUrl === undefined) {
    const owed = await countOwed(session)
    const found = `${count(owed, 'confirmation email')} will be sent once there is a mail server`
    return owed === 0 ? [] : beforeLive(found, 'Set SMTP_URL to your mail server.')
  }
  const late = await findLateConfirmations(session)
  if (late.count === 0) return ok('no confirmation email has waited for ten minutes')
  const hasQuota = mail.perHour !== undefined || mail.perDay !== undefined
  const fix = hasQuota
    ? 'Raise MAIL_PER_HOUR and MAIL_PER_DAY, if your mail provider allows more.'
    : `Start the worker, and see its log: ${startCommand}`
  return problem(lateText(late), fix)
}

async function readFailures({ session }: OnServer, what: 'email' | 'webhook') {
  const [row] = await session.query<{ all: number; failed: number; replies: string | null }>(
    `SELECT count(*)::integer AS all, count(*) FILTER (WHERE state = 'failed')::integer AS failed,
       string_agg(DISTINCT reply, ', ') FILTER (WHERE state = 'failed') AS replies
     FROM sendings
     WHERE ended_at > now() - interval '7 days' AND state IN ('sent', 'failed')
       AND (kind = 'webhook') = $1`,
    [what === 'webhook'],
  )
  const { all, failed, replies } = row ?? { all: 0, failed: 0, replies: null }
  return { all, failed, replies, found: `${failed} of ${count(all, what)} failed in the last week` }
}

/** A mistyped address is normal; a larger share is refused for its sender. */
const NORMAL = 0.05

export async function failedEmails(site: OnServer): Promise<Findings> {
  const { all, failed, found } = await readFailures(site, 'email')
  if (failed <= all * NORMAL) return ok(found)
  return problem(found, `See the servers' replies: ${site.name} mail --failed`)
}

export async function failedWebhooks(site: OnServer): Promise<Findings> {
  if (site.mail.webhook === undefined) return []
  const { failed, replies, found } = await readFailures(site, 'webhook')
  const fix = 'Correct WEBHOOK_URL and WEBHOOK_SECRET. Slack and Discord take NOTIFY_URL instead.'
  return failed === 0 ? ok(found) : problem(`${found} (${replies})`, fix)
}

export async function notices({ session, mail }: OnServer): Promise<Findings> {
  const settings = new Map([
    ...(mail.notifyUrl ? ([['chat', 'NOTIFY_URL']] as const) : []),
    ...(mail.ownerEmail ? ([['week', 'OWNER_EMAIL']] as const) : []),
  ])
  const rows = await session.query<{ kind: 'chat' | 'week'; reply: string | null }>(
    'SELECT kind, reply FROM notices WHERE kind = ANY($1) ORDER BY kind',
    [[...settings.keys()]],
  )
  return rows.map(({ kind, reply }) => {
    const setting = settings.get(kind)
    if (reply === null) return ok(`${setting}: no failures`)
    return problem(`${setting} refused the last numbers (${reply})`, `Correct ${setting}.`)
  })
}
