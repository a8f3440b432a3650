import { Command, CommanderError } from 'commander'
import { OwnerError, UsageError } from '../../../../contract/owner-error.ts'
import { fold } from '../../list/inbox/fold.ts'
import { explain } from '../../system/explain.ts'
import { readVersion } from '../../system/version.ts'
import { withDatabase } from './connect.ts'
import type { Context, Installation } from './context.ts'
import { examples, note, print } from './output.ts'

/** Commands load on demand: loading all of them takes twice as long as loading one. */
const COMMANDS = {
  stats: async () => (await import('./stats.ts')).addStats,
  list: async () => (await import('./list.ts')).addList,
  show: async () => (await import('./show.ts')).addShow,
  correct: async () => (await import('./correct.ts')).addCorrect,
  erase: async () => (await import('./erase.ts')).addErase,
  release: async () => (await import('./release.ts')).addRelease,
  export: async () => (await import('./export.ts')).addExport,
  import: async () => (await import('./import.ts')).addImport,
  invite: async () => (await import('./invite.ts')).addInvite,
  announce: async () => (await import('./announce.ts')).addAnnounce,
  mail: async () => (await import('./mail.ts')).addMail,
  bounce: async () => (await import('./bounce.ts')).addBounce,
  backup: async () => (await import('./backup.ts')).addBackup,
  restore: async () => (await import('./restore.ts')).addRestore,
  board: async () => (await import('./board.ts')).addBoard,
  mcp: async () => (await import('./mcp.ts')).addMcp,
  doctor: async () => (await import('../doctor/doctor.ts')).addDoctor,
}

const isCommand = (word = ''): word is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, word)

const adviceOf = (name: string, word?: string): string =>
  `Try \`${name} help${isCommand(word) ? ` ${word}` : ''}\`.`

/** @param word the first argument; unless it is a command, help and suggestions list all commands */
export async function buildProgram(context: Context, word?: string): Promise<Command> {
  const program = new Command(context.name)
    .description('Manages the waitlist: its people, emails, backups and health.')
    .option('--version', 'print the version and the commit')
    .helpCommand('help [command]', 'show this help, or the help of a command')
    .showHelpAfterError(adviceOf(context.name, word))
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .exitOverride()
    .addHelpText(
      'after',
      `${examples(context.name, 'stats', 'show ada@example.com', 'backup /backups/waitlist.ndjson.gz')}

Under Compose, “./waitlist upgrade” makes a backup and replaces the running version with the one in this folder.

Exit status: 0 success, 1 not found, failed or partly failed, 2 usage error.`,
    )
  const loaders = isCommand(word) ? [COMMANDS[word]] : Object.values(COMMANDS)
  for (const add of await Promise.all(loaders.map((load) => load()))) add(program, context)
  return program
}

/** Prints the same version as the installation's `/api/health`. */
function printVersion(): void {
  const { version, commit } = readVersion()
  print(`${version} (commit ${commit})`)
}

/** A program such as `head` may close our output early, which is not a failure. */
const isClosedOutput = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'EPIPE'

/**
 * The first error on standard output. `print` does not wait for the output, so the error is checked when the program
 * ends.
 */
let outputError: unknown

process.stdout.on('error', (error) => {
  if (outputError !== undefined || isClosedOutput(error)) return
  outputError = error
  note(explain(error))
  process.exitCode = 1
})

/**
 * Runs one command of the owner's program and sets the exit status: 0 for success, 1 if something was not found or
 * failed, at least in part, and 2 for wrong usage.
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
  const program = await buildProgram(context, args[0])
  try {
    if (args[0] === '--version') printVersion()
    else if (args.length === 0) program.outputHelp()
    else await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has already printed the reason.
      process.exitCode = error.exitCode === 0 ? 0 : 2
      return
    }
    if (error === outputError || isClosedOutput(error)) return
    note(explain(error))
    if (error instanceof UsageError) note(adviceOf(context.name, args[0]))
    process.exitCode = error instanceof OwnerError ? error.status : 1
  }
}
