import { OwnerError } from '../../../../contract/owner-error.ts'
import { erase, forgetErasure } from '../../list/people/erase.ts'
import { copySuppressions, suppressionsFile } from '../../list/suppressions/file.ts'
import { count } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import { ADDRESS, type AddCommand, readAddress } from './context.ts'
import { examples, note, print } from './output.ts'
import { carryOut } from './plan.ts'
import { findPerson, foundText } from './show.ts'

interface Options {
  readonly forget?: true
  readonly yes?: true
}

async function forgetIt(session: Session, key: string, copy: () => Promise<void>): Promise<void> {
  const forgotten = await forgetErasure(session, key, copy)
  if (!forgotten) throw new OwnerError('No erasure is recorded for that address.')
  print(
    'The erasure or departure was lifted, so the form, an import or a restore may add that address again.',
  )
}

/**
 * Returns the plan, with what would be erased.
 * @param file the suppressions file
 * @throws OwnerError when nothing is stored about a person
 */
export const planErasure = async (session: Session, key: string, file: string) => ({
  found: await findPerson(session, key),
  question: 'Erase this permanently?',
  async perform(session: Session) {
    const erased = await erase(session, key, () => copySuppressions(session, file, key))
    return `Erased ${count(erased, 'signup')}.`
  },
})

export const addErase: AddCommand = (program, { withSession, name, findDataDir }) => {
  program
    .command('erase')
    .summary('erase a person permanently')
    .description(
      'Shows what is stored about a person and, once you approve, erases it. A keyed hash of the address is ' +
        'kept, so that no import or restore brings the person back. They can join again themselves, unless they had left.',
    )
    .argument(...ADDRESS)
    .option(
      '--forget',
      'lift an earlier erasure or departure instead of erasing, if the person asks for it',
    )
    .option('--yes', 'skip the confirmation prompt')
    .addHelpText(
      'after',
      examples(
        name,
        'erase ada@example.com',
        'erase - --yes < address.txt',
        'erase --forget ada@example.com',
      ),
    )
    .action(async (email: string, { forget, yes }: Options) => {
      const key = await readAddress(email)
      const file = suppressionsFile(await findDataDir())
      await withSession(async (session) => {
        if (forget) return forgetIt(session, key, () => copySuppressions(session, file, key))
        const plan = await planErasure(session, key, file)
        // The person's record goes to stderr, as the question does. With --yes, it goes to stdout.
        const show = yes ? print : note
        show(foundText(plan.found))
        await carryOut(session, plan, yes)
      })
    })
}
