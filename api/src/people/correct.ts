import { findProblem, type QuestionName, tidy } from '../../contract/waitlist.ts'
import type { Session } from '../database/session.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { emailKey as identityOf } from '../signup/identity.ts'
import { queueConfirmation } from './confirmation.ts'
import { forgetMails, rememberErasure } from './erase.ts'
import { type HashKeys, loadHashKeys } from './hash.ts'
import { changeList, recordChange } from './history.ts'
import { PERSON_COLUMNS, type Person, type PersonRow, toPerson } from './person.ts'

/** The form would refuse this value as well. */
export class InvalidAnswer extends OperatorError {
  override readonly status = 2
}

/** The history's detail when the new address belongs to another mailbox. */
export const NEW_IDENTITY = { identity: 'changed' } as const

const CORRECT_ANSWER = `
  UPDATE signups
  SET answers = jsonb_strip_nulls(answers || jsonb_build_object($2::text, nullif($3::text, ''))),
    corrected_at = clock_timestamp()
  WHERE email_key = $1 AND honeypot IS NULL
  RETURNING ${PERSON_COLUMNS}`

/** Another spelling of the same mailbox. */
const CORRECT_SPELLING = `
  UPDATE signups SET email = $2, corrected_at = clock_timestamp()
  WHERE email_key = $1 AND honeypot IS NULL
  RETURNING ${PERSON_COLUMNS}`

/** Another mailbox, whose owner has confirmed nothing yet. */
const CORRECT_EMAIL = `
  UPDATE signups SET email = $2, email_key = $3, corrected_at = clock_timestamp(),
    confirmed_at = NULL, invited_at = NULL, undeliverable_at = NULL
  WHERE email_key = $1 AND honeypot IS NULL
  RETURNING ${PERSON_COLUMNS}`

/** The person's own request for erasure and the events of webhooks are not about the mailbox. */
const MOVE_TASKS = `
  UPDATE outbox SET email_key = $2
  WHERE email_key = $1 AND kind IN ('webhook', 'erase') AND finished_at IS NULL`

async function correctEmail(
  session: Session,
  keys: HashKeys,
  emailKey: string,
  email: string,
): Promise<PersonRow[]> {
  const key = identityOf(email)
  if (key === undefined) throw new InvalidAnswer('No mail can reach that address.')
  if (key === emailKey) return session.query(CORRECT_SPELLING, [emailKey, email])
  const [other] = await session.query(
    'SELECT FROM signups WHERE email_key = $1 AND honeypot IS NULL',
    [key],
  )
  if (other) throw new InvalidAnswer('A person with the new address is on the list already.')
  const rows = await session.query<PersonRow>(CORRECT_EMAIL, [emailKey, email, key])
  if (rows.length === 0) return []
  await session.query(MOVE_TASKS, [emailKey, key])
  await forgetMails(session, emailKey)
  await queueConfirmation(session, key)
  // otherwise a restore would also list the person by the old address
  await rememberErasure(session, keys, emailKey)
  return rows
}

/**
 * Changes one answer of a listed person, by the rules of the form. An empty value clears an
 * optional answer.
 * @returns undefined when the identity is not listed
 * @throws InvalidAnswer
 */
export function correct(
  session: Session,
  emailKey: string,
  question: QuestionName,
  value: string,
): Promise<Person | undefined> {
  const answer = tidy(question, value)
  const problem = findProblem(question, answer)
  if (problem !== undefined) throw new InvalidAnswer(`${question}: ${problem}.`)
  return changeList(session, async () => {
    const keys = await loadHashKeys(session)
    const [row] =
      question === 'email'
        ? await correctEmail(session, keys, emailKey, answer)
        : await session.query<PersonRow>(CORRECT_ANSWER, [emailKey, question, answer])
    if (row === undefined) return undefined
    const current = (question === 'email' && identityOf(answer)) || emailKey
    await recordChange(session, keys, 'correct', current, {
      question,
      ...(current !== emailKey && NEW_IDENTITY),
    })
    return toPerson(row)
  })
}
