import { QUESTION_NAMES, type QuestionName } from '../../contract/waitlist.ts'
import type { Session } from '../database/session.ts'
import { emailKey as identityOf } from '../inbox/identity.ts'
import { answerProblem, toAnswer } from './answer.ts'
import { queueConfirmation } from './confirmation.ts'
import { forgetMails, rememberErasure } from './erase.ts'
import { type HashKeys, loadHashKeys } from './hash.ts'
import { changeList, recordChange } from './history.ts'
import { answersOf, PERSON_COLUMNS, type Person, type PersonRow, toPerson } from './person.ts'

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

/** The history's detail when the new address belongs to another mailbox. */
export const NEW_IDENTITY = { identity: 'changed' } as const

/** The history's detail for the old address, by which the file of erasures knows it from an erased one. */
export const MOVED = { identity: 'moved' } as const

const FIND = `
  SELECT ${PERSON_COLUMNS} FROM signups WHERE email_key = $1 AND honeypot IS NULL FOR UPDATE`

/** Null clears an answer. */
const CORRECT_ANSWERS = `
  UPDATE signups
  SET answers = jsonb_strip_nulls(answers || $2::jsonb), corrected_at = clock_timestamp()
  WHERE email_key = $1 AND honeypot IS NULL`

/** Another spelling of the same mailbox. */
const CORRECT_SPELLING = `
  UPDATE signups SET email = $2, corrected_at = clock_timestamp()
  WHERE email_key = $1 AND honeypot IS NULL`

/** Another mailbox, whose owner has confirmed nothing yet. */
const CORRECT_EMAIL = `
  UPDATE signups SET email = $2, email_key = $3, corrected_at = clock_timestamp(),
    confirmed_at = NULL, invited_at = NULL, invite_code = NULL, undeliverable_at = NULL
  WHERE email_key = $1 AND honeypot IS NULL`

/** The person's own request for erasure and the events of webhooks are not about the mailbox. */
const MOVE_TASKS = `
  UPDATE tasks SET email_key = $2
  WHERE email_key = $1 AND kind IN ('webhook', 'erase')`

/** Why the list has no place for an address that the form would take. */
async function addressProblem(
  session: Session,
  emailKey: string,
  key: string | undefined,
): Promise<string | undefined> {
  if (key === undefined) return 'No email can reach that address'
  if (key === emailKey) return undefined
  const [other] = await session.query(FIND, [key])
  return other && 'A person with the new address is on the list already'
}

async function correctEmail(
  session: Session,
  keys: HashKeys,
  emailKey: string,
  email: string,
): Promise<string> {
  const key = identityOf(email) ?? emailKey
  if (key === emailKey) {
    await session.query(CORRECT_SPELLING, [emailKey, email])
    return emailKey
  }
  await session.query(CORRECT_EMAIL, [emailKey, email, key])
  await session.query(MOVE_TASKS, [emailKey, key])
  await forgetMails(session, emailKey)
  await queueConfirmation(session, key)
  // otherwise a restore would also list the person by the old address
  await rememberErasure(session, keys, emailKey)
  await recordChange(session, keys, 'correct', emailKey, MOVED)
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
  const keys = await loadHashKeys(session)
  const current =
    email === undefined ? emailKey : await correctEmail(session, keys, emailKey, email)
  const names = Object.keys(others)
  if (names.length > 0) {
    const answers = Object.entries(others).map(([name, answer]) => [name, answer || null])
    await session.query(CORRECT_ANSWERS, [current, Object.fromEntries(answers)])
  }
  for (const question of [...(email === undefined ? [] : ['email']), ...names]) {
    const isNew = question === 'email' && current !== emailKey
    await recordChange(session, keys, 'correct', current, {
      question,
      ...(isNew && NEW_IDENTITY),
    })
  }
  return current
}

const findListed = async (session: Session, emailKey: string): Promise<PersonRow | undefined> =>
  (await session.query<PersonRow>(FIND, [emailKey]))[0]

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
    const row = await findListed(session, emailKey)
    if (row === undefined) return undefined
    const before = answersOf(row)
    const given = QUESTION_NAMES.flatMap((name) => {
      const text = answers[name]
      return text === undefined ? [] : [[name, toAnswer(name, text)] as const]
    })
    const different = given.filter(([name, answer]) => answer !== (before[name] ?? ''))
    const changed = different.map(([name]) => name)
    const changes: Answers = Object.fromEntries(different)
    const problems = await findProblems(session, emailKey, changes)
    if (changed.length === 0 || Object.keys(problems).length > 0) {
      return { person: toPerson(row), emailKey, changed, problems }
    }
    const current = await apply(session, emailKey, changes)
    const after = (await findListed(session, current)) ?? row
    return { person: toPerson(after), emailKey: current, changed, problems }
  })
}
