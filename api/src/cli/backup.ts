import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { backup, type Counts } from '../signup/backup.ts'
import { type AddCommand, Failure } from './context.ts'
import { count, isStandardOutput, note, printJson, progress, writeResult } from './output.ts'

const defaultName = (): string =>
  `waitlist-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.ndjson.gz`

/** Elsewhere a reader that has gone is no failure (see program.ts). */
function cutOff(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') throw new Failure('This backup is not whole: its reader has gone.')
  throw error
}

export const addBackup: AddCommand = (program, { withSession, name }) => {
  program
    .command('backup')
    .summary('write everything to one file')
    .description(
      'Writes everything to one compressed file, as of one moment, while signups go on. The file ' +
        'proves that it is whole. It holds names and addresses: keep it as such, on another disk.',
    )
    .argument(
      '[file]',
      'a file, which only you can read; - is standard output; by default a name with the time',
    )
    .option('--json', 'print the counts as JSON')
    .addHelpText(
      'after',
      `\nExamples:\n  ${name} backup\n  ${name} backup /backups/waitlist.ndjson.gz`,
    )
    .action((file: string = defaultName(), { json }: { json?: true }) =>
      withSession(async (session) => {
        let counts: Counts | undefined
        async function* lines() {
          counts = yield* backup(session, progress('Signups'))
        }
        // begins when it is read: the file is open by then, and the transaction, too
        async function* compressed() {
          // an error reaches whoever reads the last stream
          yield* pipeline(Readable.from(lines()), createGzip({ level: 5 }), () => {})
        }
        await session.transaction(() => writeResult(file, compressed()), 'SNAPSHOT').catch(cutOff)
        if (isStandardOutput(file)) return
        if (json) printJson({ file, ...counts })
        else note(`Written to ${file}: ${count(counts?.signup ?? 0, 'signup')}.`)
      }),
    )
}
