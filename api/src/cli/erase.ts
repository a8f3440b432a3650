import { erase } from '../signup/erase.ts'
import { type AddCommand, confirm, readAddress } from './context.ts'
import { count, note, print, printJson } from './output.ts'
import { findPerson, foundText } from './show.ts'

export const addErase: AddCommand = (program, { withSession, name }) => {
  program
    .command('erase')
    .summary('erase a person for good')
    .description(
      'Erases every trace of a person, after showing what is held. A keyed hash of the address is ' +
        'remembered, so that no import or restore brings the person back. They can join again themselves.',
    )
    .argument('[email]', 'the address; - reads it from standard input; without it, it is asked for')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\nExamples:\n  ${name} erase ada@example.com\n  echo ada@example.com | ${name} erase - --yes`,
    )
    .action(async (email: string | undefined, { yes, json }: { yes?: true; json?: true }) => {
      const key = await readAddress(email)
      await withSession(async (session) => {
        const found = await findPerson(session, key)
        // shown where it is asked about, and not where a script reads on
        const show = yes && !json ? print : note
        show(foundText(found))
        await confirm('Erase this for good?', yes === true)
        const erased = await erase(session, key)
        if (json) printJson({ erased })
        else print(`Erased ${count(erased, 'signup')}.`)
      })
    })
}
