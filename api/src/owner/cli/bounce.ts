import { markUndeliverable, type Outcome } from '../../list/bounces.ts'
import { ADDRESS, type AddCommand, readAddress } from './context.ts'
import { examples, note, print } from './output.ts'

const SENTENCES: Readonly<Record<Outcome, string>> = {
  marked: 'No more emails are sent to that address.',
  'marked before': 'That address was marked before: no emails are sent to it.',
  unknown: 'That address is not on the list.',
}

export const addBounce: AddCommand = (program, context) => {
  program
    .command('bounce')
    .summary('stop emails to an address')
    .description(
      'Sends nothing more to an address that does not exist, and removes its waiting emails.',
    )
    .argument(...ADDRESS)
    .addHelpText('after', examples(context.name, 'bounce ada@example.com'))
    .action(async (email: string) => {
      const key = await readAddress(email)
      const outcome = await context.withSession((session) => markUndeliverable(session, key))
      if (outcome === 'marked') print(SENTENCES.marked)
      else note(SENTENCES[outcome])
    })
}
