import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { OwnerError } from '../../../contract/owner-error.ts'
import { count, number } from '../text/format.ts'
import { atMost, BACKUP_LIMITS } from '../transfer/limits.ts'
import { refusalsFile } from '../transfer/refusals-file.ts'
import { type RestoreReport, restore } from '../transfer/restore.ts'
import type { AddCommand } from './context.ts'
import { examples, print, printJson, progress } from './output.ts'

function show({ counts, restored, erased }: RestoreReport): void {
  print(
    `The backup has ${count(counts['people'] ?? 0, 'person', 'people')}. ${number(restored)} were restored; the others are on the list already, or stay erased.`,
  )
  if (erased > 0) {
    print(
      `Deleted ${count(erased, 'signup')}, because the person was erased, as the backup or the file of refusals says.`,
    )
  }
}

export const addRestore: AddCommand = (program, { withSession, name, findDataDir }) => {
  program
    .command('restore')
    .summary('merge a backup into the list')
    .description(
      'Merges a backup into the list, while signups continue. Later signups, erasures and ' +
        'corrections stay. It restores all or nothing; a second run changes nothing.',
    )
    .argument('<file>', 'a file written by `backup`; - reads standard input')
    .option('--json', 'print the counts as JSON')
    .addHelpText('after', examples(name, 'restore /backups/waitlist.ndjson.gz'))
    .action((file: string, { json }: { json?: true }) =>
      withSession(async (session) => {
        const input = file === '-' ? process.stdin : (await open(file)).createReadStream()
        // the reader of the last stream gets the error
        const unzipped = pipeline(input, createGunzip(), () => {})
        const report = await restore(session, atMost(unzipped, BACKUP_LIMITS.whole), {
          refusals: refusalsFile(await findDataDir()),
          onProgress: progress('Rows'),
        }).catch((error) => {
          if (error instanceof OwnerError) throw new OwnerError(`${file}: ${error.message}`)
          throw error
        })
        if (json) printJson(report)
        else show(report)
      }),
    )
}
