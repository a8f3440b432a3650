import { open } from 'node:fs/promises'
import { OwnerError } from '../../../../contract/owner-error.ts'
import { suppressionsFile } from '../../list/suppressions/file.ts'
import { count, shortList } from '../../system/format.ts'
import { type Brought, type RestoreReport, restore } from '../transfer/restore.ts'
import type { AddCommand } from './context.ts'
import { examples, note, print } from './output.ts'

const describe = ({ people, erasures, letters, links }: Brought): void =>
  note(
    `The backup contains ${count(people, 'person', 'people')}, ${count(erasures, 'erasure')}, ${count(letters, 'letter')} and ${count(links, 'link')}. ` +
      'It is trusted like a database dump: nothing checks who wrote it.',
  )

function show({ restored, erased, withdrawn }: RestoreReport, name: string): void {
  print(
    `Restored ${count(restored, 'person', 'people')}. The others are already on the list, or stay erased.`,
  )
  if (erased > 0) {
    print(
      `Deleted ${count(erased, 'signup')} of people who were erased, according to the backup or the suppressions file.`,
    )
  }
  const { letters, invitations } = withdrawn
  if (letters + invitations > 0) {
    print(
      `Withdrew ${count(letters, 'letter')} and ${count(invitations, 'invitation')} that were waiting in the backup, because they may have been sent since. ` +
        `To send them: \`${name} announce FILE\` with the same letter (and --also-earlier, if it is in letters/after), and \`${name} invite\`.`,
    )
  }
}

export const addRestore: AddCommand = (program, { withSession, name, findDataDir }) => {
  program
    .command('restore')
    .summary('merge a backup into the list')
    .description(
      'Merges a backup into the list, while signups continue. Later signups, erasures and ' +
        'corrections are kept. The restore is all or nothing, and a second run has no further effect. ' +
        'The file is trusted, so restore only a backup that you made.',
    )
    .argument('<file>', 'a file written by `backup`, or - for standard input')
    .addHelpText('after', examples(name, 'restore /backups/waitlist.ndjson.gz'))
    .action((file: string) =>
      withSession(async (session) => {
        const input = file === '-' ? process.stdin : (await open(file)).createReadStream()
        const report = await restore(session, input, {
          suppressions: suppressionsFile(await findDataDir()),
          onRead: describe,
        }).catch((error) => {
          if (error instanceof OwnerError) throw new OwnerError(`${file}: ${error.message}`)
          throw error
        })
        const { skipped } = report
        if (skipped.length > 0) {
          note(`Left out, because this database has no such table: ${shortList(skipped)}.`)
        }
        show(report, name)
      }),
    )
}
