import { OwnerError } from '../../../../contract/owner-error.ts'
import { markUndeliverable } from '../../list/suppressions/bounces.ts'
import { ADDRESS, type AddCommand, readEmail } from './context.ts'
import { examples, note, print } from './output.ts'

export const addBounce: AddCommand = (program, { withSession, name }) => {
  program
    .command('bounce')
    .summary('stop emails to an address')
    .description(
      'Marks an address as undeliverable: it gets no more emails, and waiting ones are withdrawn. Give the ' +
        'address as the report has it, with its tag (ada+news@).',
    )
    .argument(...ADDRESS)
    .addHelpText('after', examples(name, 'bounce ada@example.com'))
    .action(async (argument: string) => {
      const { email } = await readEmail(argument)
      const outcome = await withSession((session) => markUndeliverable(session, email))
      if (outcome === 'unknown') throw new OwnerError('That address is not on the list.')
      if (outcome === 'other spelling') {
        throw new OwnerError(
          `The list has another spelling of that address, which still gets emails: \`${name} show\` prints it.`,
        )
      }
      if (outcome === 'marked') print('That address is not emailed any more.')
      else note('That address is already marked, and is not emailed.')
    })
}
