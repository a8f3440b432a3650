import { release } from '../signup/release.ts'
import { type AddCommand, Failure, readAddress } from './context.ts'
import { print, printJson } from './output.ts'
import { personText } from './show.ts'

export const addRelease: AddCommand = (program, { withSession, name }) => {
  program
    .command('release')
    .summary('put a trapped person on the list')
    .description(
      'Puts a person on the list whose browser filled in the hidden field, with the time at which ' +
        'they first came. Trapped signups are kept for 30 days.',
    )
    .argument('[email]', 'the address; - reads it from standard input; without it, it is asked for')
    .option('--json', 'print the person as JSON')
    .addHelpText(
      'after',
      `\nExamples:\n  ${name} list --trapped\n  ${name} release ada@example.com`,
    )
    .action(async (email: string | undefined, { json }: { json?: true }) => {
      const key = await readAddress(email)
      await withSession(async (session) => {
        const person = await release(session, key)
        if (person === undefined) throw new Failure('Nothing is trapped under that address.')
        if (json) printJson(person)
        else print(`On the list:\n${personText(person)}`)
      })
    })
}
