import { OwnerError } from '../../../../contract/owner-error.ts'
import { release } from '../../mail/release.ts'
import { ADDRESS, type AddCommand, readAddress } from './context.ts'
import { examples, print, printJson } from './output.ts'
import { personText } from './show.ts'

export const addRelease: AddCommand = (program, { withSession, name }) => {
  program
    .command('release')
    .summary('move a person from quarantine to the list')
    .description(
      'Moves a person from quarantine to the list, with the time of their first signup. A signup is ' +
        'quarantined when the hidden field is filled in, and deleted after 30 days.',
    )
    .argument(...ADDRESS)
    .option('--json', 'print the person as JSON')
    .addHelpText('after', examples(name, 'list --quarantined', 'release ada@example.com'))
    .action(async (email: string | undefined, { json }: { json?: true }) => {
      const key = await readAddress(email)
      await withSession(async (session) => {
        const person = await release(session, key)
        if (person === undefined) throw new OwnerError('That address is not in quarantine.')
        if (json) printJson(person)
        else print(`On the list:\n${personText(person)}`)
      })
    })
}
