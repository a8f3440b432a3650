import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { restore } from '../signup/restore.ts'
import { type AddCommand, UsageError } from './context.ts'
import { count, number, print, printJson, progress } from './output.ts'

export const addRestore: AddCommand = (program, { withSession, name }) => {
  program
    .command('restore')
    .summary('merge a backup into the list')
    .description(
      'Merges a backup into the list, while signups go on. People who joined since stay, people who ' +
        'were erased since stay erased, later corrections stay. It can be interrupted and run again; a ' +
        'second run changes nothing. The file is checked before anything is changed.',
    )
    .argument('<file>', 'a file that `backup` has written')
    .option('--json', 'print the counts as JSON')
    .addHelpText('after', `\nExample:\n  ${name} restore /backups/waitlist.ndjson.gz`)
    .action((file: string, { json }: { json?: true }) => {
      if (file === '-')
        throw new UsageError('A restore reads its file several times: give a file, not -.')
      return withSession(async (session) => {
        // an error reaches whoever reads the last stream
        const open = () => pipeline(createReadStream(file), createGunzip(), () => {})
        const report = await restore(session, open, progress('Signups'))
        if (json) {
          printJson(report)
          return
        }
        const { counts, restored, erased } = report
        print(
          `The backup holds ${count(counts.signup, 'signup')}; ${number(restored)} were restored, the others are here or stay erased.`,
        )
        if (erased > 0)
          print(
            `${count(erased, 'signup')} of people whom the backup knows to be erased were deleted.`,
          )
      })
    })
}
