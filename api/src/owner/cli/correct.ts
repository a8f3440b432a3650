import { OwnerError, UsageError } from '../../../../contract/owner-error.ts'
import { ANSWER_NAMES } from '../../list/inbox/signup.ts'
import { correct } from '../../list/people/correct.ts'
import { findQuestion } from '../transfer/import-columns.ts'
import { ADDRESS, type AddCommand, readAddress } from './context.ts'
import { examples, print } from './output.ts'
import { personText } from './show.ts'

export const addCorrect: AddCommand = (program, { withSession, name }) => {
  program
    .command('correct')
    .summary("change a person's answer")
    .description(
      'Changes an answer of a person on the list. The form’s rules apply. The address cannot be ' +
        'changed: the person joins again with the new one, and you erase the old entry.',
    )
    .argument(...ADDRESS)
    .argument('<question>', ANSWER_NAMES.join(', '))
    .argument('<value>', 'the new answer; "" clears an optional one')
    .addHelpText('after', examples(name, `correct ada@example.com ${ANSWER_NAMES[0]} Ada`))
    .action(async (email: string, question: string, value: string) => {
      const known = findQuestion(question)
      if (known === undefined) {
        throw new UsageError(
          `There is no question ${question}. Questions: ${ANSWER_NAMES.join(', ')}.`,
        )
      }
      const key = await readAddress(email)
      await withSession(async (session) => {
        const corrected = await correct(session, key, { [known]: value })
        if (corrected === undefined) {
          throw new OwnerError(
            `That address is not on the list. \`${name} show\` reports whether it is in quarantine.`,
          )
        }
        const problem = corrected.problems[known]
        if (problem !== undefined) throw new UsageError(`${known}: ${problem}.`)
        print(personText(corrected.person))
      })
    })
}
