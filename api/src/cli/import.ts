import { open } from 'node:fs/promises'
import { Option } from 'commander'
import { findProblem, QUESTION_NAMES, tidy } from '../../contract/waitlist.ts'
import { count } from '../operator/format.ts'
import { UsageError } from '../operator/operator-error.ts'
import type { Values } from '../signup/signup.ts'
import { type ImportOptions, type ImportReport, importPeople } from '../transfer/import.ts'
import { readRecords } from '../transfer/import-file.ts'
import type { AddCommand } from './context.ts'
import { examples, note, print, printJson, progress } from './output.ts'

/** Bad lines that are printed; `--json` has all. */
const SHOWN = 20

/** Reads `role=other` as a default for lines without a role. */
function addDefault(text: string, defaults: Values = {}): Values {
  const [name, ...rest] = text.split('=')
  const question = QUESTION_NAMES.find((known) => known === name)
  if (question === undefined || question === 'email' || rest.length === 0) {
    throw new UsageError(`--set ${text}: expected a question and an answer, such as role=other.`)
  }
  const value = tidy(question, rest.join('='))
  const problem = findProblem(question, value)
  if (problem !== undefined) throw new UsageError(`--set ${text}: ${problem}.`)
  return { ...defaults, [question]: value }
}

const NO_MAIL =
  'No mail is sent to them. With --send-confirmation, an import asks each added person for a confirmation.'

function show({ added, known, erased, mails, bad }: ImportReport, confirmed = false): void {
  print(`Added ${count(added, 'person', 'people')}.`)
  if (mails > 0) print(`Queued ${count(mails, 'confirmation mail')}.`)
  if (known > 0) print(`${count(known, 'line')} were on the list already.`)
  if (erased > 0) print(`${count(erased, 'line')} had an erased address; it stays erased.`)
  for (const { line, reason } of bad.slice(0, SHOWN)) note(`Line ${line}: ${reason}`)
  if (bad.length > SHOWN) note(`… and ${bad.length - SHOWN} more lines; --json has all of them.`)
  if (bad.length > 0) note(`${count(bad.length, 'line')} could not be imported.`)
  if (added > 0 && mails === 0 && !confirmed) note(NO_MAIL)
}

interface Options {
  readonly set?: Values
  readonly confirmed?: true
  readonly sendConfirmation?: true
  readonly json?: true
}

export const addImport: AddCommand = (program, { withSession, name }) => {
  program
    .command('import')
    .summary('add people from another tool (CSV or NDJSON)')
    .description(
      'Adds people from another tool. Columns are matched by name; unknown columns are ignored. ' +
        'Good lines are imported; bad lines are reported with number and reason. People on the list ' +
        `do not change, and erased people stay erased, so a second run changes nothing. Columns: ${QUESTION_NAMES.join(', ')}, joined_at, source, confirmed_at.`,
    )
    .argument('<file>', 'CSV or NDJSON; - reads standard input')
    .option('--set <question=answer>', 'an answer for lines without one', addDefault)
    .option(
      '--confirmed',
      'they confirmed their address in the other tool; an empty cell of confirmed_at says that one did not',
    )
    .addOption(
      new Option('--send-confirmation', 'send each added person a mail to confirm').conflicts(
        'confirmed',
      ),
    )
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      examples(
        name,
        'import people.csv --send-confirmation',
        'import subscribers.csv --confirmed --set role=other',
      ),
    )
    .action((file: string, { set, confirmed, sendConfirmation, json }: Options) =>
      withSession(async (session) => {
        const input = file === '-' ? process.stdin : (await open(file)).createReadStream()
        const options: ImportOptions = { defaults: set, confirmed, sendConfirmation }
        const report = await importPeople(session, readRecords(input), options, progress('Lines'))
        if (json) printJson(report)
        else show(report, confirmed)
        if (report.bad.length > 0) process.exitCode = 1
      }),
    )
}
