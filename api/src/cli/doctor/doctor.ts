import { openSession, type Session } from '../../database/session.ts'
import { explain } from '../../operator/explain.ts'
import { count } from '../../operator/format.ts'
import type { AddCommand, Context } from '../context.ts'
import { examples, print, printJson, style } from '../output.ts'
import { CHECKS } from './checks.ts'
import { type Finding, problem } from './finding.ts'
import { findParts } from './parts.ts'

interface Named extends Finding {
  readonly check: string
}

/** Runs the checks one after the other. One that fails does not keep the others from running. */
async function runChecks(context: Context, session?: Session): Promise<Named[]> {
  const parts = await findParts(context, session)
  const findings: Named[] = []
  for (const [name, check] of Object.entries(CHECKS)) {
    const found = await Promise.resolve(parts)
      .then(check)
      .catch((error) => problem(explain(error), 'See docs/troubleshoot.md.'))
    findings.push(...[found].flat().map((finding) => ({ check: name, ...finding })))
  }
  return findings
}

/** Without a database, the other checks run. */
async function examine(context: Context): Promise<Named[]> {
  let session: Session
  try {
    session = await openSession(await context.ownerUrl())
  } catch (error) {
    const fix = 'Start the database, or correct DATABASE_URL.'
    return [{ check: 'database', ...problem(explain(error), fix) }, ...(await runChecks(context))]
  }
  return runChecks(context, session).finally(() => session.close())
}

const LABELS = {
  problem: style('red', 'problem'),
  'before live': style('yellow', 'to do  '),
  ok: style('green', 'ok     '),
} as const

/** Problems first, because they cannot wait. */
function show(findings: readonly Named[]): void {
  const showAll = (those: Finding['level']) => {
    const shown = findings.filter(({ level }) => level === those)
    for (const { check, found, fix } of shown) {
      print(`${LABELS[those]}  ${check}: ${found}`)
      if (fix) print(fix.replace(/^/gm, '           '))
    }
    return shown.length
  }
  const problems = showAll('problem')
  if (findings.some(({ level }) => level === 'before live')) {
    print(`${problems > 0 ? '\n' : ''}${style('bold', 'Before you go live')}\n`)
    showAll('before live')
    print('')
  }
  showAll('ok')
  print(problems === 0 ? '\nNo problems.' : `\n${count(problems, 'problem')}.`)
}

export const addDoctor: AddCommand = (program, context) => {
  program
    .command('doctor')
    .summary('find problems, with the command that fixes each')
    .description(
      'Checks the database, disk space, the mail server and the DNS records of its sender, emails that ' +
        'have failed or wait for too long, the erasures that the site promises, and the certificate that ' +
        'visitors get. Then it lists what is left before you go live: sample content, and settings that are not set. The ' +
        'exit status is 1 while there is a problem.',
    )
    .option('--json', 'print an array of findings; the level is problem, before live or ok')
    .addHelpText('after', examples(context.name, 'doctor', 'doctor --json'))
    .action(async ({ json }: { json?: true }) => {
      const findings = await examine(context)
      if (json) printJson(findings)
      else show(findings)
      if (findings.some(({ level }) => level === 'problem')) process.exitCode = 1
    })
}
