import { count } from '../../operator/format.ts'
import type { AddCommand } from '../context.ts'
import { examples, print, printJson, style } from '../output.ts'
import { examine } from './examine.ts'
import type { Finding } from './finding.ts'

function show(findings: readonly Finding[]): void {
  for (const { check, ok, found, fix } of findings) {
    print(`${ok ? style('green', 'ok     ') : style('red', 'problem')}  ${check}: ${found}`)
    if (fix) print(fix.replace(/^/gm, '           '))
  }
  const problems = findings.filter(({ ok }) => !ok).length
  print(problems === 0 ? '\nEverything is in order.' : `\n${count(problems, 'problem')}.`)
}

export const addDoctor: AddCommand = (program, context) => {
  program
    .command('doctor')
    .summary('find problems, with the command that fixes each')
    .description(
      'Checks the database, disk space, the mail server and the DNS records of its sender, mails that ' +
        'have failed, the erasures that the site promises, the certificate that visitors get, and ' +
        'sample content that is left on the site. The exit status is 1 while there is a problem.',
    )
    .option('--json', 'print an array of findings')
    .addHelpText('after', examples(context.name, 'doctor', 'doctor --json'))
    .action(async ({ json }: { json?: true }) => {
      const findings = await examine(context)
      if (json) printJson(findings)
      else show(findings)
      if (findings.some(({ ok }) => !ok)) process.exitCode = 1
    })
}
