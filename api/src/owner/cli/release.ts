import { OwnerError } from '../../../../contract/owner-error.ts'
import { findListed } from '../../list/people/find.ts'
import { type Released, release } from '../../list/people/release.ts'
import { ADDRESS, type AddCommand, readAddress } from './context.ts'
import { examples, print } from './output.ts'
import { personText } from './show.ts'

const FAILURES: Readonly<Partial<Record<Released, string>>> = {
  unknown: 'That address is not in quarantine.',
  'left since': 'That person left the list after sending this form, so nothing was changed.',
}

const SENTENCES: Readonly<Partial<Record<Released, string>>> = {
  asked: 'That person had left the list. An email asks whether they want to come back.',
  left: 'That person has left the list, so no email is sent.',
}

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
        const released = await release(session, key)
        const failure = FAILURES[released]
        if (failure !== undefined) throw new OwnerError(failure)
        const person = await findListed(session, key)
        print(SENTENCES[released] ?? `On the list:\n${person ? personText(person) : ''}`)
      })
    })
}
