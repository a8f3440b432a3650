import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { OwnerError } from '../../../../contract/owner-error.ts'
import { recordJob } from '../../list/retention.ts'
import { backup, type Counts } from '../../system/backup.ts'
import { count } from '../../system/format.ts'
import type { AddCommand } from './context.ts'
import { examples, isStandardOutput, note, writeResult } from './output.ts'

const defaultName = (): string =>
  `waitlist-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.ndjson.gz`

/** Fails the backup if its output closes early, because the backup is then incomplete. Other commands ignore it. */
function cutOff(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE')
    throw new OwnerError('This backup is incomplete, because the program reading it stopped early.')
  throw error
}

export const addBackup: AddCommand = (program, { withSession, name }) => {
  program
    .command('backup')
    .summary('write everything to one file')
    .description(
      'Writes a consistent snapshot of everything to one compressed file, while signups continue. The file ' +
        'has a checksum. It contains names and addresses: protect it, and keep it on another disk.',
    )
    .argument(
      '[file]',
      'the file to write, readable only by you, or - for standard output; the default name contains the time',
    )
    .addHelpText('after', examples(name, 'backup', 'backup /backups/waitlist.ndjson.gz'))
    .action((file: string = defaultName()) =>
      withSession(async (session) => {
        let counts: Counts | undefined
        async function* lines() {
          counts = yield* backup(session)
        }
        const write = () =>
          pipeline(lines, createGzip({ level: 5 }), (zipped) => writeResult(file, zipped))
        await session.transaction(write, 'SNAPSHOT').catch(cutOff)
        await recordJob(session, 'backup')
        if (!isStandardOutput(file))
          note(`Written to ${file}: ${count(counts?.['people'] ?? 0, 'person', 'people')}.`)
      }),
    )
}
