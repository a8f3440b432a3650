import { readTemplates } from '../../../../letters/templates.ts'
import { countGroups, quarantineText } from '../../list/people/groups.ts'
import { JOBS } from '../../list/retention.ts'
import { findWithdrawn } from '../../mail/letters/announce.ts'
import { findLateConfirmations, type LateConfirmations, lateText } from '../../mail/queue/flood.ts'
import { countOwed, owedText } from '../../mail/queue/owed.ts'
import { count, number } from '../../system/format.ts'
import {
  BRING_ALONG,
  isEarlierModel,
  migrationNames,
  missingMigrations,
} from '../../system/migrations.ts'
import { API_ROLE, GRANTS } from '../../system/roles.ts'
import type { Session } from '../../system/session.ts'
import type { Context } from '../cli/context.ts'
import { type Checks, judge, ok, problem, toDo } from './checks.ts'

export interface Database extends Context {
  readonly session: Session
  /** The names of the migrations that were applied. */
  readonly applied: readonly string[]
}

/** Matches a socket folder, or an address of this machine. */
const LOCAL = /^(localhost$|127\.|\[?::1\]?$|\/|$)/

/** Checks Postgres, with or without the tables. */
export const SERVER: Checks<Database> = {
  migrations({ applied, migrateCommand, startCommand }) {
    if (isEarlierModel(applied))
      return problem('the database is from a version before 1.0.0', BRING_ALONG)
    const missing = missingMigrations(applied)
    if (missing.length === 0) return ok('all are applied')
    return missing.length === migrationNames.length
      ? problem('the database has no tables yet', `To create them: ${startCommand}`)
      : problem(`not applied: ${missing.join(', ')}`, migrateCommand)
  },

  async encryption({ session, ownerUrl }) {
    const { hostname, searchParams } = new URL(await ownerUrl())
    const isLocal = LOCAL.test(searchParams.get('host') ?? hostname)
    if (isLocal) return ok('the database is on this machine')
    const isEncrypted = await session.value<boolean>(
      'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    )
    const found = `the connection to the database is ${isEncrypted ? '' : 'not '}encrypted`
    return judge(isEncrypted, found, 'Add ?sslmode=verify-full to DATABASE_URL.')
  },
}

const script = (...statements: readonly string[]): string => `${statements.join(';\n')};`

const SET_RIGHTS = `-- As the owner of the tables:
${script(`REVOKE SELECT ON inbox, people FROM ${API_ROLE}`, ...GRANTS)}`

const HOW_TO_SEPARATE = `As the owner of the tables, run:
${script(`CREATE ROLE ${API_ROLE} LOGIN PASSWORD 'choose one'`, ...GRANTS)}
Then set DATABASE_URL to that role, and DATABASE_OWNER_URL to the role that DATABASE_URL names now.`

/** Reads the API role's rights. The result is empty if the role does not exist. */
const RIGHTS = `
  SELECT has_any_column_privilege(oid, 'public.inbox', 'SELECT')
      OR has_any_column_privilege(oid, 'public.people', 'SELECT') AS reads,
    has_any_column_privilege(oid, 'public.inbox', 'INSERT') AS adds
  FROM pg_roles WHERE rolname = $1`

/** Summarizes the outcomes of the last seven days, with failures' replies in brackets. */
const WEEK = `
  SELECT count(*)::integer AS all, count(*) FILTER (WHERE state = 'failed')::integer AS failed,
    coalesce(' (' || string_agg(DISTINCT reply, ', ') FILTER (WHERE state = 'failed') || ')', '') AS replies
  FROM sendings WHERE ended_at > now() - interval '7 days' AND state IN ('sent', 'failed')`

/** The age of the latest backup in whole hours, or NULL if there was none. */
const BACKUP_AGE = `
  SELECT floor(extract(epoch FROM now() - max(last_run_at)) / 3600)::integer
  FROM jobs WHERE name = 'backup'`

/** A few mistyped addresses are normal; a larger share means that the sender is rejected. */
const MISTYPED = 0.05

/** Says where a flood comes from, and how to end it. In the meantime, new visitors still get their email. */
function howToEndFlood({ crowded, crowds }: LateConfirmations, name: string): string {
  const shows = `${name} list --where confirmed=no shows whether people or made-up addresses joined.`
  return crowds > 0
    ? `${number(crowded)} of them are from ${count(crowds, 'network')} that have used a tenth of a limit. ${shows}\nIf the addresses are made up: ${name} mail withdraw`
    : `They will be sent over the next few hours. ${shows}\nIf the addresses are made up: ${name} mail withdraw --all`
}

/** Checks the content of this version's tables. */
export const TABLES: Checks<Database> = {
  async roles({ session }) {
    const [role] = await session.query<{ reads: boolean; adds: boolean }>(RIGHTS, [API_ROLE])
    if (!role) return problem('the API uses the role that owns the tables', HOW_TO_SEPARATE)
    if (role.reads) return problem(`${API_ROLE} may read the list`, SET_RIGHTS)
    if (!role.adds) return problem(`${API_ROLE} may not add signups`, SET_RIGHTS)
    return ok('the API can add signups but not read them')
  },

  /** Checks that the worker has run its hourly jobs, which keep the privacy policy's promises. */
  async retention({ session, startCommand }) {
    const recent = await session.query<{ name: string }>(
      "SELECT name FROM jobs WHERE last_run_at > now() - interval '2 hours'",
    )
    const late = JOBS.filter(({ name }) => !recent.some((job) => job.name === name))
    const promises = late.map(({ promise }) => promise).join('; ')
    return late.length === 0
      ? ok('old data was deleted within the last two hours')
      : problem(
          `not enforced in the last two hours: ${promises}`,
          `Start the worker: ${startCommand}`,
        )
  },

  async backup({ session, mail, name }) {
    const hours = await session.value<number | null>(BACKUP_AGE)
    const fix = `Make one every night, as in docs/backup.md: ${name} backup FILE`
    const level = mail.isSent ? 'problem' : 'to do'
    if (hours === null) return judge(false, 'the list has never been backed up', fix, level)
    const age = hours < 48 ? count(hours, 'hour') : count(Math.floor(hours / 24), 'day')
    return judge(hours < 48, `the newest backup is ${age} old`, fix, level)
  },

  async quarantine({ session, name }) {
    const counts = await countGroups(session)
    const fix = `See whether they are people: ${name} list --quarantined`
    return { ...ok(quarantineText(counts)), ...(counts.quarantined > 0 && { fix }) }
  },

  async 'saved emails'({ session, mail, name }) {
    const owed = (await countOwed(session)).filter(({ kind }) => kind !== 'remind' || mail.reminds)
    const found = `saved only as files, and to be sent once the worker starts with SMTP_URL or MAIL_API: ${owedText(owed)}`
    return owed.length === 0 ? [] : toDo(found, `To withdraw them: ${name} mail cancel --written`)
  },

  async news({ session, mailsFile }) {
    // If the file is missing, the email checks report that.
    const templates = await Promise.resolve(mailsFile ?? '')
      .then(readTemplates)
      .catch(() => undefined)
    const pages = templates?.news ?? {}
    const withdrawn = await findWithdrawn(session, Object.keys(pages))
    return withdrawn.map((letter) => {
      const path = pages[letter]?.path
      const fix = `Delete the line sent: in web/content${path}.md, and build the site.`
      return problem(`${path} shows a letter that was withdrawn from everyone`, fix)
    })
  },

  async confirmations({ session, mail, name, startCommand }) {
    if (!mail.isSent) return []
    const late = await findLateConfirmations(session)
    const fix =
      late.isLimited || late.crowds > 0
        ? howToEndFlood(late, name)
        : `Start the worker, and see its log: ${startCommand}\nIf your mail provider allows more, raise MAIL_PER_HOUR and MAIL_PER_DAY.`
    return late.count === 0
      ? ok('no confirmation email has been waiting for ten minutes')
      : problem(lateText(late), fix)
  },

  async failures({ session, name }) {
    const week = await session.row<{ all: number; failed: number; replies: string }>(WEEK)
    return judge(
      week.failed <= week.all * MISTYPED,
      `${week.failed} of ${count(week.all, 'email and webhook', 'emails and webhooks')} failed in the last week${week.replies}`,
      `To see them: ${name} mail. For webhooks, correct WEBHOOK_URL and WEBHOOK_SECRET; for Slack and Discord, use NOTIFY_URL instead.`,
    )
  },
}
