import { fold } from '../../list/fold.ts'
import { countGroups, quarantineText } from '../../list/groups.ts'
import { JOBS } from '../../list/retention.ts'
import { findLateConfirmations, lateText } from '../../mail/late.ts'
import { countOwed } from '../../mail/owed.ts'
import { count, minute } from '../../system/format.ts'
import { API_ROLE, GRANTS } from '../../system/roles.ts'
import type { Session } from '../../system/session.ts'
import { beforeLive, type Checks, judge, ok, problem } from './checks.ts'
import type { Server } from './server.ts'

const script = (...statements: readonly string[]): string => `${statements.join(';\n')};`

const SET_RIGHTS = `-- As the owner of the tables:
${script(`REVOKE SELECT ON inbox, people FROM ${API_ROLE}`, ...GRANTS)}`

const HOW_TO_SEPARATE = `As the owner of the tables, run:
${script(`CREATE ROLE ${API_ROLE} LOGIN PASSWORD 'choose one'`, ...GRANTS)}
Then set DATABASE_URL to that role, and DATABASE_OWNER_URL to the role that DATABASE_URL names now.`

/** What the API's role may do, and who else logs in as the API. No row: the role does not exist. */
const RIGHTS = `
  SELECT has_any_column_privilege(oid, 'public.inbox', 'SELECT')
      OR has_any_column_privilege(oid, 'public.people', 'SELECT') AS reads,
    has_any_column_privilege(oid, 'public.inbox', 'INSERT') AS adds,
    (SELECT string_agg(DISTINCT usename, ', ') FROM pg_stat_activity
     WHERE application_name = 'waitlist-api' AND datname = current_database()
       AND usename <> rolname) AS others
  FROM pg_roles WHERE rolname = $1`

interface Week {
  readonly all: number
  readonly failed: number
  /** In brackets. */
  readonly replies: string | null
}

/** Judges what ended in the last week by the share that may fail. */
async function lastWeek(session: Session, what: string, normal: number, fix: string) {
  const { all, failed, replies } = await session.row<Week>(
    `SELECT count(*)::integer AS all, count(*) FILTER (WHERE state = 'failed')::integer AS failed,
       ' (' || string_agg(DISTINCT reply, ', ') FILTER (WHERE state = 'failed') || ')' AS replies
     FROM sendings
     WHERE ended_at > now() - interval '7 days' AND state IN ('sent', 'failed')
       AND (kind = 'webhook') = $1`,
    [what === 'webhook'],
  )
  const found = `${failed} of ${count(all, what)} failed in the last week${replies ?? ''}`
  return judge(failed <= all * normal, found, fix)
}

/** A mistyped address is normal; a larger share is refused for its sender. */
const MISTYPED = 0.05

const CORRECT_WEBHOOK =
  'Correct WEBHOOK_URL and WEBHOOK_SECRET. Slack and Discord take NOTIFY_URL instead.'

/** What is in the tables of this version. */
export const TABLES: Checks<Server> = {
  /** First, because the others count people and emails. */
  async forms({ session, mail }) {
    await fold(session, { events: mail.webhook !== undefined })
    return ok('none is waiting')
  },

  async roles({ session }) {
    const [role] = await session.query<{ reads: boolean; adds: boolean; others: string | null }>(
      RIGHTS,
      [API_ROLE],
    )
    if (!role) return problem('the API uses the role that owns the tables', HOW_TO_SEPARATE)
    if (role.reads) return problem(`${API_ROLE} may read the list`, SET_RIGHTS)
    if (!role.adds) return problem(`${API_ROLE} may not add signups`, SET_RIGHTS)
    if (role.others) return problem(`the API logs in as ${role.others}`, HOW_TO_SEPARATE)
    return ok('the API can add signups but not read them')
  },

  /** The promises that the worker keeps every hour. */
  async retention({ session, startCommand }) {
    const runs = await session.query<{ name: string; last_run_at: Date; recent: boolean }>(
      "SELECT name, last_run_at, last_run_at > now() - interval '2 hours' AS recent FROM jobs",
    )
    return JOBS.map(({ name, promise }) => {
      const run = runs.find((each) => each.name === name)
      const done = run ? `last done ${minute(run.last_run_at.toISOString())} UTC` : 'never done yet'
      const fix = `Start the worker, which does it every hour: ${startCommand}`
      return judge(run?.recent ?? false, `${promise}: ${done}`, fix)
    })
  },

  async quarantine({ session, name }) {
    const counts = await countGroups(session)
    const finding = ok(quarantineText(counts))
    if (counts.quarantined === 0) return finding
    return { ...finding, fix: `See whether they are people: ${name} list --quarantined` }
  },

  async confirmations({ session, mail, name, startCommand }) {
    if (mail.smtpUrl === undefined) {
      const owed = await countOwed(session)
      const found = `${count(owed, 'confirmation email')} will be sent once there is a mail server`
      return owed === 0 ? [] : beforeLive(found, 'Set SMTP_URL to your mail server.')
    }
    const late = await findLateConfirmations(session)
    if (late.count === 0) return ok('no confirmation email has waited for ten minutes')
    if (late.isLimited) {
      const look = `${name} list --unconfirmed shows whether people or made-up addresses joined.`
      return problem(lateText(late), `They are sent in the next hours. ${look}`)
    }
    const hasQuota = mail.perHour !== undefined || mail.perDay !== undefined
    const fix = hasQuota
      ? 'Raise MAIL_PER_HOUR and MAIL_PER_DAY, if your mail provider allows more.'
      : `Start the worker, and see its log: ${startCommand}`
    return problem(lateText(late), fix)
  },

  'failed emails': ({ session, name }) =>
    lastWeek(session, 'email', MISTYPED, `See the servers' replies: ${name} mail --failed`),

  'failed webhooks': ({ session, mail }) =>
    mail.webhook === undefined ? [] : lastWeek(session, 'webhook', 0, CORRECT_WEBHOOK),

  async notices({ session, mail }) {
    const settings: Readonly<Record<string, string | undefined>> = {
      chat: mail.notifyUrl && 'NOTIFY_URL',
      week: mail.ownerEmail && 'OWNER_EMAIL',
    }
    const rows = await session.query<{ kind: string; reply: string | null }>(
      'SELECT kind, reply FROM notices ORDER BY kind',
    )
    return rows.flatMap(({ kind, reply }) => {
      const setting = settings[kind]
      if (!setting) return []
      if (reply === null) return ok(`${setting}: no failures`)
      return problem(`${setting} refused the last numbers (${reply})`, `Correct ${setting}.`)
    })
  },
}
