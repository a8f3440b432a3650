import type { Session } from '../system/session.ts'
import { changeList, recordChange } from './history.ts'
import { emailKey as identityOf } from './identity.ts'

/** What a mail provider reports about an email that was sent. */
export interface DeliveryReport {
  readonly kind: 'refused' | 'complaint' | 'other'
  /** The status code of RFC 3463, such as 5.1.1. */
  readonly status: string | undefined
  /** The Message-ID of the email, without angle brackets. */
  readonly messageId: string | undefined
  /** The address that the email was sent to, as far as the report says so. */
  readonly recipient: string | undefined
  /** The same whenever a provider, or somebody else, sends the event again. It has no personal data. */
  readonly eventId?: string | undefined
  /** When the provider says that it happened, in milliseconds. */
  readonly reportedAt?: number | undefined
}

/** A Message-ID of ours begins with the row's id. */
const MAIL_ID = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@/

const FIND_MAIL = 'SELECT email_key FROM mails WHERE id = $1 AND email_key IS NOT NULL'

/** An email that comes back has failed, so that `mail --failed` shows it and `mail retry` repeats it. */
const FAIL_MAIL = `
  UPDATE mails SET state = 'failed', reply = coalesce($2, reply) WHERE id = $1 AND state = 'sent'`

const FIND_PERSON = `
  SELECT undeliverable_at IS NOT NULL AS refused FROM people WHERE email_key = $1 FOR UPDATE`

type Reason = Pick<DeliveryReport, 'kind' | 'status'>

export type Outcome = 'marked' | 'marked before' | 'unknown'

/** Nothing is sent to the person any more, also after the row is erased and somebody enters the address again. */
async function mark(
  session: Session,
  emailKey: string,
  { kind, status }: Reason,
): Promise<Outcome> {
  const [person] = await session.query<{ refused: boolean }>(FIND_PERSON, [emailKey])
  if (person === undefined) return 'unknown'
  await session.query('SELECT refuse($1, $2)', [
    emailKey,
    kind === 'complaint' ? 'complained' : 'bounced',
  ])
  if (person.refused) return 'marked before'
  await recordChange(session, 'bounce', emailKey, { kind, ...(status && { status }) })
  return 'marked'
}

/** Marks a person as unreachable and withdraws the emails that wait for them. */
export const markUndeliverable = (
  session: Session,
  emailKey: string,
  status?: string,
): Promise<Outcome> =>
  changeList(session, () => mark(session, emailKey, { kind: 'refused', status }))

/** Our identities and Message-IDs have ASCII only, and a text with a NUL would end in an error. */
export const ascii = (word: string | undefined): string | undefined =>
  word && /^[\x21-\x7e]+$/.test(word) ? word : undefined

/** The identity that a report names, if it can be one of ours. */
export const reportedIdentity = ({ recipient }: DeliveryReport): string | undefined =>
  ascii(recipient && identityOf(recipient))

/**
 * Does what a report calls for. The mail's own id names the person for certain; the report may name
 * an address that the email was forwarded to.
 */
async function takeEffect(session: Session, report: DeliveryReport): Promise<Outcome> {
  const [, id] = MAIL_ID.exec(report.messageId ?? '') ?? []
  const [mail] = id ? await session.query<{ email_key: string }>(FIND_MAIL, [id]) : []
  const key = mail?.email_key ?? reportedIdentity(report)
  if (!key) return 'unknown'
  if (mail && report.kind === 'refused') {
    await session.query(FAIL_MAIL, [id, report.status ?? null])
  }
  return mark(session, key, report)
}

/** A report that the API has stored. */
export interface StoredReport extends DeliveryReport {
  readonly id: string
}

/** Its name stays for a week, so that the same event changes nothing when it is received again. */
const END = `
  UPDATE reports SET applied_at = now(), email_key = NULL, message_id = NULL
  WHERE id = $1 AND applied_at IS NULL RETURNING 1`

/**
 * Applies a stored report and ends it, both or neither.
 * @returns undefined when another worker has applied it
 */
export const applyStored = (session: Session, report: StoredReport): Promise<Outcome | undefined> =>
  changeList(session, async () => {
    const ended = await session.query(END, [report.id])
    return ended.length > 0 ? takeEffect(session, report) : undefined
  })
