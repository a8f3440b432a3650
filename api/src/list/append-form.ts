import type { FormColumns } from '../../../contract/waitlist.ts'
import type { Database, Statement } from '../system/pool.ts'
import { DURABLE } from '../system/pool.ts'
import { INBOX_COLUMNS } from '../system/roles.ts'
import { batcher } from './batcher.ts'
import type { Signup } from './signup.ts'

/** The hash of the network that sent a form, in hexadecimal. */
interface Sent {
  readonly network: string
}

/** A signup, and what the address of its form names. */
type SentSignup = Signup & FormColumns & Sent

/** A request for another confirmation. */
type SentRequest = Pick<Signup, 'emailKey'> & Sent

/** Appends one form. Returns when it is durable, else throws `DatabaseUnavailable`. */
export type Append = (form: SentSignup | SentRequest) => Promise<void>

/**
 * A signup, a duplicate, a bot and a request for another confirmation are one row each. Nothing is looked up, so
 * neither the response nor its time can reveal who is listed.
 */
const APPEND: Statement = {
  name: 'append',
  text: `
    INSERT INTO inbox (${INBOX_COLUMNS})
    SELECT email, email_key, answers, honeypot, agreed_to, source, decode(network, 'hex')
    FROM json_to_recordset($1) AS form (
      email text, email_key text, answers jsonb, honeypot text, agreed_to text, source text, network text
    ), ${DURABLE}`,
}

const toRow = ({ emailKey, ...columns }: SentSignup | SentRequest) => ({
  email_key: emailKey,
  ...columns,
})

/** Writes forms that arrive together in one statement. */
export const batchedAppend = (database: Database): Append =>
  batcher<SentSignup | SentRequest>(async (forms) => {
    await database.query(APPEND, [JSON.stringify(forms.map(toRow))])
  })
