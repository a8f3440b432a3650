import { Command, CommanderError } from 'commander'
import { OwnerError, UsageError } from '../../../contract/owner-error.ts'
import { fold } from '../inbox/fold.ts'
import { explain } from '../text/explain.ts'
import { readVersion } from '../version.ts'
import { addAnnounce } from './announce.ts'
import { addBackup } from './backup.ts'
import { addBoard } from './board.ts'
import { addBounce } from './bounce.ts'
import { withDatabase } from './connect.ts'
import type { Context, Installation } from './context.ts'
import { addCorrect } from './correct.ts'
import { addDoctor } from './doctor/doctor.ts'
import { addErase } from './erase.ts'
import { addExport } from './export.ts'
import { addImport } from './import.ts'
import { addInvite } from './invite.ts'
import { addList } from './list.ts'
import { addMail } from './mail.ts'
import { examples, note, print } from './output.ts'
import { addRelease } from './release.ts'
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
  addInvite,
  addAnnounce,
  addMail,
  addBounce,
  addBackup,
  addRestore,
  addBoard,
  addDoctor,
  addUpgrade,
]

function build(context: Context): Command {
  const program = new Command(context.name)
    .description('Manages the waitlist: its people, its backups, its health.')
    .option('--version', 'print the version and the commit')
    .helpCommand('help [command]', 'show this help, or that of a command')
    .showHelpAfterError(`Try \`${context.name} help\`.`)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    // `mail` and `mail retry` both have --json
    .enablePositionalOptions()
    .exitOverride()
    .addHelpText(
      'after',
      `${examples(context.name, 'stats', 'show ada@example.com', 'backup /backups/waitlist.ndjson.gz')}

Exit status: 0 done, 1 not found or failed in part, 2 wrong usage.`,
    )
  for (const add of COMMANDS) add(program, context)
  return program
}

/** As `/api/health` of the same installation. */
function printVersion(): void {
  const { version, commit } = readVersion()
  print(`${version} (commit ${commit})`)
}

/** `waitlist list | head` closes our output early; that is not a failure. */
const isClosedOutput = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'EPIPE'

/** The first error of standard output; `print` does not wait for it. */
let outputError: unknown

process.stdout.on('error', (error) => {
  if (outputError !== undefined || isClosedOutput(error)) return
  outputError = error
  note(explain(error))
  process.exitCode = 1
})

/**
 * Runs one command of the owner's program and sets the exit status: 0 done, 1 not found or
 * failed in part, 2 wrong usage.
 * @param args without the program's name
 */
export async function runProgram(
  args: readonly string[],
  installation: Installation,
): Promise<void> {
  const context: Context = {
    ...installation,
    withSession: async (work) =>
      withDatabase(await installation.ownerUrl(), installation, async (session) => {
        await fold(session, { events: installation.mail.webhook !== undefined })
        return work(session)
      }),
  }
  const program = build(context)
  try {
    if (args[0] === '--version') printVersion()
    else if (args.length === 0) program.outputHelp()
    else await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      // commander has printed the reason
      process.exitCode = error.exitCode === 0 ? 0 : 2
      return
    }
    if (error === outputError || isClosedOutput(error)) return
    note(explain(error))
    if (error instanceof UsageError) note(`Try \`${context.name} help\`.`)
    process.exitCode = error instanceof OwnerError ? error.status : 1
  }
}
