import { count } from '../../operator/format.ts'
import type { AddCommand } from '../context.ts'
import { examples, print, printJson, style } from '../output.ts'
import { examine } from './examine.ts'
import type { Finding } from './finding.ts'

const LABELS = {
  problem: style('red', 'problem'),
  ok: style('green', 'ok     '),
  todo: style('yellow', 'to do  '),
} as const

function showAll(label: keyof typeof LABELS, findings: readonly Finding[]): void {
  for (const { check, found, fix } of findings) {
    print(`${LABELS[label]}  ${check}: ${found}`)
    if (fix) print(fix.replace(/^/gm, '           '))
  }
}

/** Problems first, because they cannot wait. */
function show(findings: readonly Finding[]): void {
  const problems = findings.filter(({ ok }) => !ok)
  const beforeLive = findings.filter(({ before_live }) => before_live)
  showAll('problem', problems)
  if (beforeLive.length > 0) {
    print(`${problems.length > 0 ? '\n' : ''}${style('bold', 'Before you go live')}\n`)
    showAll('todo', beforeLive)
    print('')
  }
  const inOrder = findings.filter(({ ok, before_live }) => ok && !before_live)
  showAll('ok', inOrder)
  print(problems.length === 0 ? '\nNo problems.' : `\n${count(problems.length, 'problem')}.`)
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
    .option(
      '--json',
      'print an array of findings; before_live marks what is left before you go live',
    )
    .addHelpText('after', examples(context.name, 'doctor', 'doctor --json'))
    .action(async ({ json }: { json?: true }) => {
      const findings = await examine(context)
      if (json) printJson(findings)
      else show(findings)
      if (findings.some(({ ok }) => !ok)) process.exitCode = 1
    })
}
