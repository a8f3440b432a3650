import { OwnerError, UsageError } from '../../../../contract/owner-error.ts'
import { ANSWER_NAMES } from '../../list/inbox/signup.ts'
import { compare, correct } from '../../list/people/correct.ts'
import { findListed } from '../../list/people/find.ts'
import { safe } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import { findQuestion } from '../transfer/import-columns.ts'
import { ADDRESS, type AddCommand, readAddress } from './context.ts'
import { examples, print } from './output.ts'
import type { Plan } from './plan.ts'
import { personText } from './show.ts'

/** @throws UsageError */
function parseQuestion(question: string) {
  const known = findQuestion(question)
  if (known !== undefined) return known
  throw new UsageError(`Unknown question: ${question}. Questions: ${ANSWER_NAMES.join(', ')}.`)
}

type Name = ReturnType<typeof parseQuestion>

const notListed = (name: string): OwnerError =>
  new OwnerError(
    `That address is not on the list. \`${name} show\` says whether it is in quarantine.`,
  )

function refuse(question: Name, problem: string | undefined): void {
  if (problem !== undefined) throw new UsageError(`${question}: ${problem}.`)
}

/** Returns the person's record after the change. */
async function change(
  session: Session,
  key: string,
  [question, value]: readonly [Name, string],
  name: string,
): Promise<string> {
  const corrected = await correct(session, key, { [question]: value })
  if (corrected === undefined) throw notListed(name)
  refuse(question, corrected.problems[question])
  return personText(corrected.person)
}

/** @throws OwnerError when the form's rules refuse the answer, or the person is not listed */
export async function planCorrection(
  session: Session,
  key: string,
  [question, value]: readonly [Name, string],
  name: string,
): Promise<Plan | string> {
  const person = await findListed(session, key)
  if (person === undefined) throw notListed(name)
  const { different, problems } = compare(person, { [question]: value })
  refuse(question, problems[question])
  const [answer] = different.map(([, answer]) => answer)
  if (answer === undefined) return `Nothing to change: ${question} already has this answer.`
  return {
    question: `Change ${question} from “${safe(person[question] ?? '')}” to “${safe(answer)}”?`,
    perform: (session) => change(session, key, [question, value], name),
  }
}

export const addCorrect: AddCommand = (program, { withSession, name }) => {
  program
    .command('correct')
    .summary("change a person's answer")
    .description(
      'Changes one answer of a person on the list. The form’s rules apply. The address cannot be ' +
        'changed: ask the person to join again with the new address, and then erase the old entry.',
    )
    .argument(...ADDRESS)
    .argument('<question>', ANSWER_NAMES.join(', '))
    .argument('<value>', 'the new answer; "" clears an optional answer')
    .addHelpText('after', examples(name, `correct ada@example.com ${ANSWER_NAMES[0]} Ada`))
    .action(async (email: string, question: string, value: string) => {
      const known = parseQuestion(question)
      const key = await readAddress(email)
      await withSession(async (session) => print(await change(session, key, [known, value], name)))
    })
}
