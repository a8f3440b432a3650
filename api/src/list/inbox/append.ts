import type { Database, Statement } from '../../system/pool.ts'
import { DURABLE } from '../../system/pool.ts'
import { INBOX_COLUMNS } from '../../system/roles.ts'
import { batcher } from './batcher.ts'
import type { FromQuery, Signup } from './signup.ts'

interface Sent {
  readonly network: string
}

type SentSignup = Signup & FromQuery & Sent

type SentRequest = Pick<Signup, 'mailbox'> & Sent

/**
 * Appends one form. Resolves once it is durable.
 * @throws DatabaseUnavailable
 */
export type Append = (form: SentSignup | SentRequest) => Promise<void>

/**
 * Stores every form as one row, whether it is a signup, a duplicate, a bot's form or a request for another
 * confirmation. There is no lookup, so neither the response nor its timing can reveal who is listed.
 */
const APPEND: Statement = {
  name: 'append',
  text: `
    INSERT INTO inbox (${INBOX_COLUMNS})
    SELECT email, mailbox, answers, honeypot, consent, source, decode(network, 'hex')
    FROM json_to_recordset($1) AS form (
      email text, mailbox text, answers jsonb, honeypot text, consent text, source text, network text
    ), ${DURABLE}`,
}

/** Writes concurrent forms in one statement. */
export const batchedAppend = (database: Database): Append =>
  batcher<SentSignup | SentRequest>(async (forms) => {
    await database.query(APPEND, [JSON.stringify(forms)])
  })
