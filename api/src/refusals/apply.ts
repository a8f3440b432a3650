import type { Session } from '../database/session.ts'
import { emailKey as identityOf } from '../inbox/identity.ts'
import type { DeliveryReport } from '../mail/delivery-report.ts'
import { MAIL_KINDS, NOT_UNDER_WAY } from '../outbox/leases.ts'
import { loadHashKeys } from '../people/hash.ts'
import { changeList, recordChange } from '../people/history.ts'

/** A Message-ID of ours begins with the row's id. */
const TASK_ID = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@/

const MARK = `
  UPDATE signups SET undeliverable_at = now()
  WHERE email_key = $1 AND honeypot IS NULL AND undeliverable_at IS NULL
  RETURNING 1`

/** All mails that wait for the mailbox. An invitation that was not sent may be queued again. */
const WITHDRAW = `
  WITH withdrawn AS (
    DELETE FROM tasks WHERE mailbox = mailbox_of($1) AND kind = ANY($2)
      AND ${NOT_UNDER_WAY}
    RETURNING email_key, kind
  )
  UPDATE signups SET invited_at = NULL FROM withdrawn
  WHERE signups.email_key = withdrawn.email_key AND kind = 'invite' AND honeypot IS NULL`

const FIND_DELIVERY = `
  SELECT email_key FROM deliveries
  WHERE id = $1 AND kind = ANY($2) AND email_key IS NOT NULL`

/** A mail that comes back has failed, so that `mail --failed` shows it and `mail retry` repeats it. */
const FAIL_DELIVERY = `
  UPDATE deliveries SET outcome = 'failed', reply = coalesce($2, reply)
  WHERE id = $1 AND outcome = 'sent'`

type Reason = Pick<DeliveryReport, 'kind' | 'status'>

export type Outcome = 'marked' | 'marked before' | 'unknown'

/** Nothing is sent to the person any more. */
async function mark(
  session: Session,
  emailKey: string,
  { kind, status }: Reason,
): Promise<Outcome> {
  const marked = await session.query(MARK, [emailKey])
  await session.query(WITHDRAW, [emailKey, MAIL_KINDS])
  if (marked.length === 0) {
    const [known] = await session.query(
      'SELECT FROM signups WHERE email_key = $1 AND honeypot IS NULL',
      [emailKey],
    )
    return known ? 'marked before' : 'unknown'
  }
  const keys = await loadHashKeys(session)
  await recordChange(session, keys, 'bounce', emailKey, { kind, ...(status && { status }) })
  return 'marked'
}

/** Marks a person as unreachable and removes the mails that wait for them. */
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
 * Does what a report calls for. The mail's own id tells the person for certain; the report may name
 * an address that the mail was forwarded to.
 */
export function applyReport(session: Session, report: DeliveryReport): Promise<Outcome> {
  return changeList(session, async () => {
    const [, id] = TASK_ID.exec(report.messageId ?? '') ?? []
    const [delivery] = id
      ? await session.query<{ email_key: string }>(FIND_DELIVERY, [id, MAIL_KINDS])
      : []
    const key = delivery?.email_key ?? reportedIdentity(report)
    if (!key) return 'unknown'
    if (delivery && report.kind === 'refused') {
      await session.query(FAIL_DELIVERY, [id, report.status ?? null])
    }
    return mark(session, key, report)
  })
}
