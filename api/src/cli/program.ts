import { Command, CommanderError } from 'commander'
import { addBackup } from './backup.ts'
import type { Context } from './context.ts'
import { UsageError } from './context.ts'
import { addCorrect } from './correct.ts'
import { addDoctor } from './doctor.ts'
import { addErase } from './erase.ts'
import { explain, statusOf } from './explain.ts'
import { addExport } from './export.ts'
import { addImport } from './import.ts'
import { addList } from './list.ts'
import { note } from './output.ts'
import { addRelease } from './release.ts'
import { addReport } from './report.ts'
import { addRestore } from './restore.ts'
import { addShow } from './show.ts'
import { addStats } from './stats.ts'
import { addUpgrade } from './upgrade.ts'

const COMMANDS = [
  addStats,
  addList,
  addShow,
  addCorrect,
  addErase,
  addRelease,
  addExport,
  addImport,
  addBackup,
  addRestore,
  addReport,
  addDoctor,
  addUpgrade,
]

function build(context: Context): Command {
  const program = new Command(context.name)
    .description('Looks after the waitlist: its people, its backups, its health.')
    .helpCommand('help [command]', 'show this, or the help of a command')
    .showHelpAfterError(`Try \`${context.name} help\`.`)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .exitOverride()
    .addHelpText(
      'after',
      `
Examples:
  ${context.name} stats
  ${context.name} show ada@example.com
  ${context.name} backup /backups/waitlist.ndjson.gz

Exit status: 0 done, 1 not found or failed in part, 2 wrong usage.`,
    )
  for (const add of COMMANDS) add(program, context)
  return program
}

/** `waitlist list | head` closes our output early, which is no failure. */
const isClosedOutput = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'EPIPE'

/** Of standard output, which `print` does not wait for. */
let outputError: unknown

process.stdout.on('error', (error) => {
  if (outputError !== undefined || isClosedOutput(error)) return
  outputError = error
  note(explain(error))
  process.exitCode = 1
})

/**
 * Runs one command of the operator's program and sets the exit status: 0 done, 1 not found or
 * failed in part, 2 wrong usage.
 * @param args without the program's own name
 */
export async function runProgram(args: readonly string[], context: Context): Promise<void> {
  const program = build(context)
  try {
    if (args.length === 0) program.outputHelp()
    else await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      // it has printed what is wrong
      process.exitCode = error.exitCode === 0 ? 0 : 2
      return
    }
    if (error === outputError || isClosedOutput(error)) return
    note(explain(error))
    if (error instanceof UsageError) note(`Try \`${context.name} help\`.`)
    process.exitCode = statusOf(error)
  }
}
