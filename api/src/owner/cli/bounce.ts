import { markUndeliverable, type Outcome } from '../../list/bounces.ts'
import { ADDRESS, type AddCommand, readAddress } from './context.ts'
import { examples, note, print } from './output.ts'

const SENTENCES: Readonly<Record<Outcome, string>> = {
  marked: 'That address gets no more emails.',
  'marked before': 'That address is already marked and gets no emails.',
  unknown: 'That address is not on the list.',
}

export const addBounce: AddCommand = (program, context) => {
  program
    .command('bounce')
    .summary('stop emails to an address')
    .description(
      'Marks an address as undeliverable: it gets no more emails, and waiting ones are removed.',
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
