import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { count, number } from '../operator/format.ts'
import { OperatorError, UsageError } from '../operator/operator-error.ts'
import { atMost, BACKUP_LIMITS } from '../transfer/limits.ts'
import { restore } from '../transfer/restore.ts'
import type { AddCommand } from './context.ts'
import { examples, print, printJson, progress } from './output.ts'

export const addRestore: AddCommand = (program, { withSession, name }) => {
  program
    .command('restore')
    .summary('merge a backup into the list')
    .description(
      'Merges a backup into the list, while signups continue. Later signups, erasures and ' +
        'corrections stay. A restore can be interrupted and run again; a second run changes nothing. ' +
        'The file is checked before anything is changed.',
    )
    .argument('<file>', 'a file written by `backup`')
    .option('--json', 'print the counts as JSON')
    .addHelpText('after', examples(name, 'restore /backups/waitlist.ndjson.gz'))
    .action((file: string, { json }: { json?: true }) => {
      if (file === '-')
        throw new UsageError('A restore reads its file several times. Give a file instead of -.')
      return withSession(async (session) => {
        // the reader of the last stream gets the error
        const open = () =>
          atMost(
            pipeline(createReadStream(file), createGunzip(), () => {}),
            BACKUP_LIMITS.whole,
          )
        const report = await restore(session, open, progress('Signups')).catch((error) => {
          if (error instanceof OperatorError) throw new OperatorError(`${file}: ${error.message}`)
          throw error
        })
        if (json) {
          printJson(report)
          return
        }
        const { counts, restored, erased } = report
        print(
          `The backup has ${count(counts.signup, 'signup')}. ${number(restored)} were restored; the others are on the list already, or stay erased.`,
        )
        if (erased > 0)
          print(
            `Deleted ${count(erased, 'signup')}, because the backup says that the person was erased.`,
          )
      })
    })
}
