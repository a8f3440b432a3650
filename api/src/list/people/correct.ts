import type { Session } from '../../system/session.ts'
import { changeList, recordChange } from '../history.ts'
import { type Answers, findProblems, toAnswer } from '../inbox/answer.ts'
import { ANSWER_NAMES } from '../inbox/signup.ts'
import { findListed } from './find.ts'
import type { Person } from './person.ts'

export interface Corrected {
  /** The person as stored after the call. */
  readonly person: Person
  /** The reason for each refused answer, by question. A single problem prevents all changes. */
  readonly problems: Answers
}

/** Compares answers with a person's stored ones, by the form's rules. */
export function compare(before: Person, answers: Answers) {
  const given = ANSWER_NAMES.flatMap((name) => {
    const text = answers[name]
    return text === undefined ? [] : [[name, toAnswer(name, text)] as const]
  })
  // An answer to an earlier version of a question stays valid until it is changed.
  const different = given.filter(([name, answer]) => answer !== (before[name] ?? ''))
  return { different, problems: findProblems(Object.fromEntries(different)) }
}

const CORRECT = `
  UPDATE people
  SET answers = jsonb_strip_nulls(answers || $2::jsonb), corrected_at = not_before(last_change(people))
  WHERE mailbox = $1`

/**
 * Changes a person's answers by the form's rules: all of them, or none if one has a problem. An empty value clears
 * an optional answer. The address identifies the person and cannot change.
 * @returns undefined if the mailbox has no row in `people`
 */
export function correct(
  session: Session,
  mailbox: string,
  answers: Answers,
): Promise<Corrected | undefined> {
  return changeList(session, async () => {
    const before = await findListed(session, mailbox)
    if (before === undefined) return undefined
    const { different, problems } = compare(before, answers)
    if (different.length === 0 || Object.keys(problems).length > 0) {
      return { person: before, problems }
    }
    const values = different.map(([name, answer]) => [name, answer || null])
    await session.query(CORRECT, [mailbox, Object.fromEntries(values)])
    for (const [question] of different) {
      await recordChange(session, 'correct', mailbox, { question })
    }
    return { person: (await findListed(session, mailbox)) ?? before, problems }
  })
}
