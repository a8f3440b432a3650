import type { Session } from '../database/session.ts'
import type { DeliveryReport } from '../mail/delivery-report.ts'
import { loadHashKeys } from '../people/hash.ts'
import { changeList, recordChange } from '../people/history.ts'
import { emailKey as identityOf } from '../signup/identity.ts'
import { MAIL_KINDS } from './outbox.ts'

/** A Message-ID of ours begins with the row's id. */
const TASK_ID = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@/

const MARK = `
  UPDATE signups SET undeliverable_at = now(), invited_at = CASE WHEN EXISTS (
    SELECT FROM outbox
    WHERE outbox.email_key = signups.email_key AND kind = 'invite' AND finished_at IS NULL
  ) THEN NULL ELSE invited_at END
  WHERE email_key = $1 AND honeypot IS NULL AND undeliverable_at IS NULL
  RETURNING 1`

const WITHDRAW = `
  DELETE FROM outbox WHERE email_key = $1 AND finished_at IS NULL AND kind = ANY($2)`

const FIND_TASK = 'SELECT email_key FROM outbox WHERE id = $1 AND kind = ANY($2)'

/** A mail that comes back has failed, so that `mail --failed` shows it and `mail retry` repeats it. */
const FAIL_TASK = `
  UPDATE outbox SET outcome = 'failed', reply = coalesce($2, reply)
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

/**
 * Does what a report calls for. The mail's own id tells the person for certain; the report may name
 * an address that the mail was forwarded to.
 */
export function applyReport(session: Session, report: DeliveryReport): Promise<Outcome> {
  return changeList(session, async () => {
    const [, id] = TASK_ID.exec(report.messageId ?? '') ?? []
    const [task] = id ? await session.query<{ email_key: string }>(FIND_TASK, [id, MAIL_KINDS]) : []
    const key = task?.email_key ?? (report.recipient && identityOf(report.recipient))
    if (!key) return 'unknown'
    if (task && report.kind === 'refused') {
      await session.query(FAIL_TASK, [id, report.status ?? null])
    }
    return mark(session, key, report)
  })
}
