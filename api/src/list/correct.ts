import { QUESTION_NAMES, type QuestionName } from '../../../contract/waitlist.ts'
import { wantConfirmation } from '../mail/want.ts'
import type { Session } from '../system/session.ts'
import { answerProblem, toAnswer } from './answer.ts'
import { findListed } from './find.ts'
import { changeList, recordChange } from './history.ts'
import { emailKey as identityOf } from './identity.ts'
import type { Person } from './person.ts'

/** Values by question. */
export type Answers = Readonly<Partial<Record<QuestionName, string>>>

export interface Corrected {
  /** As it is now. */
  readonly person: Person
  /** The identity, which a new address can change. */
  readonly emailKey: string
  /** The questions with another answer than before. */
  readonly changed: readonly QuestionName[]
  /** Why an answer is refused, by question. With a problem, nothing was changed. */
  readonly problems: Answers
}

/** Null clears an answer. */
const CORRECT_ANSWERS = `
  UPDATE people
  SET answers = jsonb_strip_nulls(answers || $2::jsonb), corrected_at = not_before(last_change(people))
  WHERE email_key = $1`

/** Another spelling of the same mailbox. */
const CORRECT_SPELLING = `
  UPDATE people SET email = $2, corrected_at = not_before(last_change(people)) WHERE email_key = $1`

/** Another mailbox, whose owner has confirmed nothing yet. */
const CORRECT_EMAIL = `
  UPDATE people SET email = $2, email_key = $3, corrected_at = not_before(last_change(people)), confirmed_at = NULL
  WHERE email_key = $1`

/** Nobody is welcomed twice, and events of webhooks are about the person too. The other emails are about the mailbox. */
const MOVE = [
  "UPDATE mails SET email_key = $2 WHERE email_key = $1 AND kind = 'welcome'",
  'UPDATE events SET email_key = $2 WHERE email_key = $1',
] as const

/** Why the list has no place for an address that the form would take. */
async function addressProblem(
  session: Session,
  emailKey: string,
  key: string | undefined,
): Promise<string | undefined> {
  if (key === undefined) return 'No email can reach that address'
  if (key === emailKey) return undefined
  const other = await findListed(session, key)
  return other && 'A person with the new address is on the list already'
}

async function correctEmail(session: Session, emailKey: string, email: string): Promise<string> {
  const key = identityOf(email) ?? emailKey
  if (key === emailKey) {
    await session.query(CORRECT_SPELLING, [emailKey, email])
    return emailKey
  }
  // otherwise a restore would also list the person by the old address
  await session.query(
    "SELECT add_refusal($1, 'moved', last_change(people)) FROM people WHERE email_key = $1",
    [emailKey],
  )
  await session.query(CORRECT_EMAIL, [emailKey, email, key])
  // the new mailbox may have been refused before
  await session.query("SELECT accept($1, 'erased', 'moved'), mark(ARRAY[$1])", [key])
  for (const statement of MOVE) await session.query(statement, [emailKey, key])
  await session.query('SELECT forget_mails($1)', [emailKey])
  await wantConfirmation(session, key)
  await recordChange(session, 'correct', emailKey, { identity: 'moved' })
  return key
}

/** An answer to a former version of a question stays valid until it is changed. */
async function findProblems(
  session: Session,
  emailKey: string,
  changes: Answers,
): Promise<Record<string, string>> {
  const problems: Record<string, string> = {}
  for (const [name, answer] of Object.entries(changes) as [QuestionName, string][]) {
    const problem =
      answerProblem(name, answer) ??
      (name === 'email' ? await addressProblem(session, emailKey, identityOf(answer)) : undefined)
    if (problem !== undefined) problems[name] = problem
  }
  return problems
}

/** @returns the identity */
async function apply(
  session: Session,
  emailKey: string,
  { email, ...others }: Answers,
): Promise<string> {
  const current = email === undefined ? emailKey : await correctEmail(session, emailKey, email)
  const names = Object.keys(others)
  if (names.length > 0) {
    const answers = Object.entries(others).map(([name, answer]) => [name, answer || null])
    await session.query(CORRECT_ANSWERS, [current, Object.fromEntries(answers)])
  }
  for (const question of [...(email === undefined ? [] : ['email']), ...names]) {
    const isNew = question === 'email' && current !== emailKey
    await recordChange(session, 'correct', current, {
      question,
      ...(isNew && { identity: 'changed' }),
    })
  }
  return current
}

/**
 * Changes answers of a listed person, by the rules of the form: all of them, or with a problem none.
 * An empty value clears an optional answer.
 * @returns undefined when the identity is not listed
 */
export function correct(
  session: Session,
  emailKey: string,
  answers: Answers,
): Promise<Corrected | undefined> {
  return changeList(session, async () => {
    const before = await findListed(session, emailKey)
    if (before === undefined) return undefined
    const given = QUESTION_NAMES.flatMap((name) => {
      const text = answers[name]
      return text === undefined ? [] : [[name, toAnswer(name, text)] as const]
    })
    const different = given.filter(([name, answer]) => answer !== (before[name] ?? ''))
    const changed = different.map(([name]) => name)
    const changes: Answers = Object.fromEntries(different)
    const problems = await findProblems(session, emailKey, changes)
    if (changed.length === 0 || Object.keys(problems).length > 0) {
      return { person: before, emailKey, changed, problems }
    }
    const current = await apply(session, emailKey, changes)
    const after = (await findListed(session, current)) ?? before
    return { person: after, emailKey: current, changed, problems }
  })
}
