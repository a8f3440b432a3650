import { OwnerError } from '../../../../contract/owner-error.ts'
import { release } from '../../mail/confirmations.ts'
import { ADDRESS, type AddCommand, readAddress } from './context.ts'
import { examples, print } from './output.ts'
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
    .addHelpText('after', examples(name, 'list --quarantined', 'release ada@example.com'))
    .action(async (email: string) => {
      const key = await readAddress(email)
      await withSession(async (session) => {
        const person = await release(session, key)
        if (person === undefined) throw new OwnerError('That address is not in quarantine.')
        print(`On the list:\n${personText(person)}`)
      })
    })
}
