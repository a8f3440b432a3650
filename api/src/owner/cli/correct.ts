import { OwnerError, UsageError } from '../../../../contract/owner-error.ts'
import { correct } from '../../list/correct.ts'
import { ANSWER_NAMES } from '../../list/signup.ts'
import { ADDRESS, type AddCommand, readAddress } from './context.ts'
import { examples, print, printJson } from './output.ts'
import { personText } from './show.ts'

const EXAMPLE = `correct ada@example.com ${ANSWER_NAMES[0]} Ada`

type Optional = string | undefined
type Given = [Optional, Optional, Optional, { readonly json?: true }]

/** Two arguments are a question and a value; the program asks for the address. */
function readArguments([first, second, third]: Given): [Optional, string, string] {
  if (first === undefined || second === undefined) {
    throw new UsageError(`Give a question and a value: ${EXAMPLE}.`)
  }
  return third === undefined ? [undefined, first, second] : [first, second, third]
}

export const addCorrect: AddCommand = (program, { withSession, name }) => {
  program
    .command('correct')
    .summary("change a person's answer")
    .description(
      `Changes an answer of a person on the list, by the rules of the form. The address stays: to change it, they join again, and you erase the other one. Questions: ${ANSWER_NAMES.join(', ')}.`,
    )
    .usage('[options] [email] <question> <value>')
    .argument(...ADDRESS)
    .argument('[question]', 'the name of the question')
    .argument('[value]', 'the new answer; "" clears an optional one')
    .option('--json', 'print the person as JSON')
    .addHelpText('after', examples(name, EXAMPLE))
    .action(async (...given: Given) => {
      const { json } = given[3]
      const [email, question, value] = readArguments(given)
      const known = ANSWER_NAMES.find((question_) => question_ === question)
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
        const { person, problems } = corrected
        const problem = problems[known]
        if (problem !== undefined) throw new UsageError(`${known}: ${problem}.`)
        if (json) printJson(person)
        else print(personText(person))
      })
    })
}
