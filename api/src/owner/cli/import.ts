import { open, stat } from 'node:fs/promises'
import { Option } from 'commander'
import { UsageError } from '../../../../contract/owner-error.ts'
import { QUESTION_NAMES } from '../../../../contract/waitlist.ts'
import { findProblems, toAnswer } from '../../list/inbox/answer.ts'
import type { Values } from '../../list/inbox/form-schema.ts'
import { ANSWER_NAMES } from '../../list/inbox/signup.ts'
import { suppressionsFile } from '../../list/suppressions/file.ts'
import { syncSuppressions } from '../../list/suppressions/sync.ts'
import { findStarts } from '../../mail/letters/after.ts'
import { paceOf, sendingTime } from '../../mail/queue/sending-time.ts'
import { count, shortList } from '../../system/format.ts'
import { DAY_ORDERS, type DayOrder } from '../../system/parse-time.ts'
import type { Session } from '../../system/session.ts'
import {
  countReaders,
  type ImportOptions,
  type ImportReport,
  importPeople,
  type LetterReaders,
} from '../transfer/import.ts'
import { findQuestion } from '../transfer/import-columns.ts'
import { readRecords } from '../transfer/import-file.ts'
import { type AddCommand, type Context, confirm } from './context.ts'
import { examples, note, print } from './output.ts'

/** Reads `role=other` as a default for lines without a role. */
function addDefault(text: string, defaults: Values = {}): Values {
  const [name = '', ...rest] = text.split('=')
  const question = findQuestion(name)
  if (question === undefined || rest.length === 0) {
    throw new UsageError(
      `--set ${text}: expected QUESTION=ANSWER. Questions: ${ANSWER_NAMES.join(', ')}.`,
    )
  }
  const value = toAnswer(question, rest.join('='))
  const problem = findProblems({ [question]: value })[question]
  if (problem !== undefined) throw new UsageError(`--set ${text}: ${problem}.`)
  return { ...defaults, [question]: value }
}

interface Options {
  readonly set?: Values
  readonly confirmed?: true
  readonly dates?: DayOrder
  readonly sendConfirmation?: true
  readonly letters: boolean
  readonly yes?: true
}

const STDIN = '-'

const openFile = async (file: string) =>
  file === STDIN ? process.stdin : (await open(file)).createReadStream()

/** Says which letters follow, how many people get them at most, and how long sending takes. */
function describeLetters(readers: readonly LetterReaders[], { mail }: Context): string {
  const mails = readers.reduce((sum, { people }) => sum + people, 0)
  const letters = readers.map(
    ({ letter, people }) => `“${letter}” to at most ${count(people, 'person', 'people')}`,
  )
  return `${letters.join(', ')}. At ${count(paceOf(mail), 'email')} an hour, sending takes ${sendingTime(mails, mail)}.`
}

/** A pipe can be read only once. */
const canReadTwice = async (file: string): Promise<boolean> =>
  file !== STDIN && (await stat(file)).isFile()

/** Asks before an import that triggers letters. */
async function askAboutLetters(
  session: Session,
  file: string,
  { set, confirmed, dates, yes }: Options,
  context: Context,
): Promise<void> {
  const starts = await findStarts(session)
  if (starts.length === 0) return
  let letters = `${starts.map(({ letter }) => `“${letter}”`).join(', ')}.`
  if (await canReadTwice(file)) {
    const records = readRecords(await openFile(file), dates)
    const readers = await countReaders(records, { defaults: set, confirmed }, starts)
    if (readers.length === 0) return
    letters = describeLetters(readers, context)
  }
  note(
    `This import confirms people, so these letters follow: ${letters} Use --no-letters to skip them.`,
  )
  await confirm('Import these people and send the letters?', yes === true)
}

/** Tells how to confirm imported people whom this import did not confirm. */
const HOW_TO_CONFIRM = `They are on the list but unconfirmed, so they get no emails. Run the same command again:
with --confirmed if they confirmed in the other tool, or with --send-confirmation to ask each of them by email.`

function show({ added, known, confirmed, erased, mails }: ImportReport): void {
  print(`Added ${count(added, 'person', 'people')}.`)
  if (confirmed > 0) print(`Confirmed ${count(confirmed, 'person', 'people')} on the list.`)
  if (mails > 0) print(`Queued ${count(mails, 'confirmation email')}.`)
  if (known > 0) print(`Already on the list: ${count(known, 'line')}.`)
  if (erased > 0) print(`Erased earlier, so not added: ${count(erased, 'line')}.`)
}

function showBad({ bad, ahead, ignored, shared }: ImportReport): void {
  for (const [name, columns] of Object.entries(shared)) {
    note(`Several columns for ${name}: ${shortList(columns)}. The first with a value is used.`)
  }
  if (ignored.size > 0) note(`Ignored columns: ${shortList([...ignored])}.`)
  if (ahead > 0) {
    const lines = count(ahead, 'line has', 'lines have')
    note(`${lines} a time up to a day ahead. The time of the import is used instead.`)
  }
  if (bad > 0) note(`${count(bad, 'line')} could not be imported.`)
}

export const addImport: AddCommand = (program, context) => {
  const { withSession, name, findDataDir } = context
  program
    .command('import')
    .summary('add people from another tool (CSV or NDJSON)')
    .description(
      'Adds people from another tool. Columns are matched by name; other columns are listed and ignored. ' +
        'Valid lines are imported; invalid lines are reported with their number and the reason. Answers that are already stored ' +
        'do not change, and erased people stay erased. To confirm people from an earlier import, or to ask them to confirm, ' +
        'import the file again with --confirmed or --send-confirmation. ' +
        `Columns: ${QUESTION_NAMES.join(', ')}, joined_at, source, confirmed_at.`,
    )
    .argument('<file>', 'a CSV or NDJSON file, or - for standard input')
    .option(
      '--set <question=answer>',
      'a default for lines without an answer to this question',
      addDefault,
    )
    .option(
      '--confirmed',
      'mark people as confirmed, because they confirmed in the other tool; anyone whose confirmed_at cell is empty stays unconfirmed',
    )
    .addOption(
      new Option(
        '--send-confirmation',
        'email a confirmation link to everyone in the file who has neither confirmed nor been asked to',
      ).conflicts('confirmed'),
    )
    .addOption(
      new Option(
        '--dates <order>',
        'how to read dates such as 5/12/2026, if the file does not show their order',
      ).choices(DAY_ORDERS),
    )
    .option(
      '--no-letters',
      'with --confirmed, do not send the letters that follow the confirmation',
    )
    .option('--yes', 'skip the confirmation prompt')
    .addHelpText(
      'after',
      examples(name, 'import people.csv --send-confirmation', 'import subscribers.csv --confirmed'),
    )
    .action((file: string, options: Options) => {
      const { set, confirmed, dates, sendConfirmation, letters } = options
      if (!letters && !confirmed) throw new UsageError('Use --no-letters only with --confirmed.')
      return withSession(async (session) => {
        if (confirmed && letters) await askAboutLetters(session, file, options, context)
        await syncSuppressions(session, suppressionsFile(await findDataDir()))
        const records = readRecords(await openFile(file), dates)
        const report = await importPeople(session, records, {
          defaults: set,
          confirmed,
          sendConfirmation,
          letters,
          onBad: ({ line, reason }) => note(`Line ${line}: ${reason}`),
        } satisfies ImportOptions)
        show(report)
        showBad(report)
        if (report.added > 0 && !confirmed && !sendConfirmation) note(HOW_TO_CONFIRM)
        if (report.bad > 0) process.exitCode = 1
      })
    })
}
