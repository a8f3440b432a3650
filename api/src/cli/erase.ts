import { count } from '../operator/format.ts'
import { erase } from '../people/erase.ts'
import { ADDRESS, type AddCommand, confirm, readAddress } from './context.ts'
import { examples, note, print, printJson } from './output.ts'
import { findPerson, foundText } from './show.ts'

export const addErase: AddCommand = (program, { withSession, name }) => {
  program
    .command('erase')
    .summary('erase a person permanently')
    .description(
      'Shows what is stored about a person, asks for a confirmation, and erases it. A keyed hash of the address is ' +
        'kept, so that no import or restore brings the person back. They can join again themselves.',
    )
    .argument(...ADDRESS)
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .addHelpText('after', examples(name, 'erase ada@example.com', 'erase - --yes < address.txt'))
    .action(async (email: string | undefined, { yes, json }: { yes?: true; json?: true }) => {
      const key = await readAddress(email)
      await withSession(async (session) => {
        const found = await findPerson(session, key)
        // beside the question, so that a script reads only the result
        const show = yes && !json ? print : note
        show(foundText(found))
        await confirm('Erase this for good?', yes === true)
        const erased = await erase(session, key)
        if (json) printJson({ erased })
        else print(`Erased ${count(erased, 'signup')}.`)
      })
    })
}
