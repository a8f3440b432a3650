import { OwnerError } from '../../../../contract/owner-error.ts'
import { markUndeliverable } from '../../list/suppressions/bounces.ts'
import { ADDRESS, type AddCommand, readEmail } from './context.ts'
import { examples, note, print } from './output.ts'

export const addBounce: AddCommand = (program, { withSession, name }) => {
  program
    .command('bounce')
    .summary('stop emails to an address')
    .description(
      'Marks an address as undeliverable: it gets no more emails, and waiting emails are withdrawn. Give the ' +
        'address exactly as the report spells it, including any tag (ada+news@).',
    )
    .argument(...ADDRESS)
    .addHelpText('after', examples(name, 'bounce ada@example.com'))
    .action(async (argument: string) => {
      const { email } = await readEmail(argument)
      const outcome = await withSession((session) => markUndeliverable(session, email))
      if (outcome === 'unknown') throw new OwnerError('That address is not on the list.')
      if (outcome === 'other spelling') {
        throw new OwnerError(
          `The list contains another spelling of that address, which still gets emails. To see it: \`${name} show\`.`,
        )
      }
      if (outcome === 'marked') print('No more emails will be sent to that address.')
      else note('That address is already marked as undeliverable, so it gets no emails.')
    })
}
