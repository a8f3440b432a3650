import type { Session } from '../../system/session.ts'
import { changeList, recordChange } from '../history.ts'
import { foldForms } from '../inbox/fold.ts'
import { findListed } from './find.ts'

/** Locks the person before the quarantined forms, as an erasure by a link does, to prevent a deadlock. */
const LOCK = 'SELECT FROM people WHERE mailbox = $1 FOR UPDATE'

const IS_CURRENT = 'left_at IS NULL OR left_at < quarantine.joined_at'

const FIND = `
  SELECT count(*)::integer AS forms, (count(*) FILTER (WHERE ${IS_CURRENT}))::integer AS current
  FROM quarantine LEFT JOIN people USING (mailbox) WHERE mailbox = $1`

/** Moves forms to the inbox without the honeypot's content. Forms that were sent before the person left are deleted. */
const MOVE = `
  WITH released AS (
    DELETE FROM quarantine WHERE mailbox = $1 RETURNING *
  )
  INSERT INTO inbox (email, mailbox, answers, consent, source, sent_at)
  SELECT quarantine.email, mailbox, quarantine.answers, quarantine.consent, quarantine.source, quarantine.joined_at
  FROM released AS quarantine LEFT JOIN people USING (mailbox) WHERE ${IS_CURRENT}`

const IS_ASKED = `
  SELECT EXISTS (
    SELECT FROM mails WHERE mailbox = $1 AND kind = 'confirm' AND state IN ('waiting', 'sending')
  )`

/**
 * The result of a release. `unknown` and `left since` mean that no form was released. `asked` means that an email asks
 * the person whether they want to come back, and `left` that the person isn't emailed.
 */
export type Released = 'unknown' | 'left since' | 'listed' | 'asked' | 'left'

/** Folds a person's quarantined forms, as if the honeypot had been empty. */
export const release = (session: Session, mailbox: string): Promise<Released> =>
  changeList(session, async () => {
    const person = [mailbox]
    await session.query(LOCK, person)
    const { forms, current } = await session.row<{ forms: number; current: number }>(FIND, person)
    if (current === 0) return forms === 0 ? 'unknown' : 'left since'
    await session.query(MOVE, person)
    await foldForms(session, { events: true })
    await recordChange(session, 'release', mailbox)
    if (!(await findListed(session, mailbox))?.left_at) return 'listed'
    return (await session.value<boolean>(IS_ASKED, person)) ? 'asked' : 'left'
  })
