import { changeList } from '../list/history.ts'
import type { Session } from '../system/session.ts'
import { REACHABLE } from './reachable.ts'

/** After those of new visitors, who wait for theirs. */
const TURN = 1

/** The newest confirmation of a person who has not confirmed is only a file. About `mails` and `people`. */
const IS_OWED = `
  kind = 'confirm' AND state = 'written' AND people.email_key = mails.email_key
  AND confirmed_at IS NULL AND ${REACHABLE.confirm} AND (left_at IS NULL OR left_at < mails.wanted_at)
  AND NOT EXISTS (
    SELECT FROM mails AS newer WHERE newer.email_key = mails.email_key AND newer.kind = 'confirm'
      AND newer.state <> 'withdrawn' AND newer.wanted_at > mails.wanted_at
  )`

const OWE = `
  UPDATE mails SET state = 'waiting', wanted_at = now(), due_at = now(), ended_at = NULL, attempts = 0,
    turn = ${TURN}
  FROM people WHERE ${IS_OWED}`

/**
 * Queues the confirmations that were written to files for want of a mail server, one for each person. The
 * one to a person who has confirmed is not owed any more.
 */
export const sendOwed = (session: Session): Promise<unknown> =>
  changeList(session, () => session.query(OWE))

/** How many people have only a file instead of the confirmation that is owed to them. */
export const countOwed = (session: Session): Promise<number> =>
  session.value(`SELECT count(*)::integer FROM mails, people WHERE ${IS_OWED}`)
