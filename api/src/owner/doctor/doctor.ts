import { Resolver } from 'node:dns/promises'
import { isReserved } from '../../../../contract/urls.ts'
import { fold } from '../../list/inbox/fold.ts'
import { explain } from '../../system/explain.ts'
import { count, safe } from '../../system/format.ts'
import { findApplied, missingMigrations } from '../../system/migrations.ts'
import { openSession } from '../../system/session.ts'
import type { AddCommand, Context } from '../cli/context.ts'
import { examples, print, printJson, style } from '../cli/output.ts'
import { type Named, problem, run } from './checks.ts'
import { SERVER, TABLES } from './database.ts'
import { DNS } from './dns.ts'
import { EMAILS, readEmails } from './emails.ts'
import { LAUNCH } from './launch.ts'
import { SITE } from './site.ts'

async function examineDatabase(site: Context): Promise<Named[]> {
  const session = await site
    .ownerUrl()
    .then((url) => openSession(url))
    .catch(explain)
  if (typeof session === 'string') {
    const fix = 'Start the database, or correct DATABASE_URL.'
    return [{ check: 'database', ...problem(session, fix) }]
  }
  try {
    const server = { ...site, session, applied: await findApplied(session.query) }
    const findings = await run(SERVER, server)
    if (missingMigrations(server.applied).length > 0) return findings
    await fold(session, { events: site.mail.webhook !== undefined })
    return [...findings, ...(await run({ ...TABLES, ...LAUNCH }, server))]
  } finally {
    await session.close()
  }
}

async function examineEmails(site: Context): Promise<Named[]> {
  const emails = await Promise.resolve(site).then(readEmails).catch(explain)
  if (typeof emails === 'string') {
    return [{ check: 'emails', ...problem(emails, 'Start the site once, or run npm run build.') }]
  }
  const findings = await run(EMAILS, emails)
  if (!emails.mail.isSent || isReserved(emails.domain)) return findings
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  return [...findings, ...(await run(DNS, { ...emails, resolver }))]
}

/** Runs all checks. */
export const examine = async (site: Context): Promise<Named[]> => [
  ...(await examineDatabase(site)),
  ...(await examineEmails(site)),
  ...(await run(SITE, site)),
]

/** The levels' labels. Problems come first, because they cannot wait. */
const LABELS = {
  problem: style('red', 'problem'),
  'to do': style('yellow', 'to do  '),
  ok: style('green', 'ok     '),
} as const

function show(findings: readonly Named[]): void {
  for (const [level, label] of Object.entries(LABELS)) {
    const shown = findings.filter((finding) => finding.level === level)
    if (shown.length === 0) continue
    if (level === 'to do') print(`${style('bold', 'Before you go live')}\n`)
    for (const { check, found, fix } of shown) {
      print(`${label}  ${check}: ${safe(found)}`)
      if (fix) print(fix.replace(/^/gm, '           '))
    }
    print('')
  }
}

export const addDoctor: AddCommand = (program, context) => {
  program
    .command('doctor')
    .summary('find problems, and tell you how to fix them')
    .description(
      'Checks the database, the newest backup, the disk, the mail server, the sender’s DNS records, late and failed emails, ' +
        'overdue deletions, and the certificate. Then lists what is left to do before you go live, and the steps of launch day. The ' +
        'exit status is 1 while there is a problem.',
    )
    .option('--json', 'print an array of findings; the level is "problem", "to do" or "ok"')
    .addHelpText('after', examples(context.name, 'doctor', 'doctor --json'))
    .action(async ({ json }: { json?: true }) => {
      const findings = await examine(context)
      const problems = findings.filter(({ level }) => level === 'problem').length
      if (problems > 0) process.exitCode = 1
      if (json) return printJson(findings)
      show(findings)
      print(problems === 0 ? 'No problems.' : `${count(problems, 'problem')}.`)
    })
}
