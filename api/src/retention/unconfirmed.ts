import type { Session } from '../database/session.ts'
import { eraseNow } from '../people/erase.ts'
import { changeList } from '../people/history.ts'

/** People per search, and per transaction, which other changes of the list wait for. */
const [FOUND, ERASED] = [10_000, 100]

/** By the database's clock, as everywhere: that of the worker's machine may be wrong. */
const SINCE = 'now() - make_interval(days => $1)'

const ITS_TASKS = "tasks.email_key = signups.email_key AND kind = 'confirm'"
const ITS_MAILS = "deliveries.email_key = signups.email_key AND kind = 'confirm'"
const ITS_LINKS = 'links.email_key = signups.email_key'

/**
 * People whose last confirmation was sent, or came back, $1 days ago or earlier. A restore brings links without the records
 * of their mails, so without any record a link counts as a mail that was sent. A person who waits
 * for a mail, or who has just signed up again, gets another period.
 */
const UNCONFIRMED = `
  SELECT email_key FROM signups
  WHERE honeypot IS NULL AND confirmed_at IS NULL
    AND (
      EXISTS (SELECT FROM deliveries WHERE ${ITS_MAILS}
          AND (outcome = 'sent' OR undeliverable_at IS NOT NULL))
      OR (
        EXISTS (SELECT FROM links WHERE ${ITS_LINKS})
        AND NOT EXISTS (SELECT FROM deliveries WHERE ${ITS_MAILS})
      )
    )
    AND NOT EXISTS (SELECT FROM tasks WHERE ${ITS_TASKS})
    AND NOT EXISTS (SELECT FROM deliveries WHERE ${ITS_MAILS} AND at >= ${SINCE})
    AND NOT EXISTS (SELECT FROM links WHERE ${ITS_LINKS} AND links.created_at >= ${SINCE})
    AND NOT EXISTS (SELECT FROM arrivals WHERE arrivals.email_key = signups.email_key)`

const FIND = `${UNCONFIRMED} LIMIT ${FOUND}`

/** A person may have confirmed since the search. */
const LOCK = `${UNCONFIRMED} AND email_key = ANY($2) FOR UPDATE SKIP LOCKED`

interface Person {
  readonly email_key: string
  readonly [column: string]: unknown
}

async function erasePeople(
  session: Session,
  people: readonly Person[],
  days: number,
): Promise<number> {
  const keys = people.map(({ email_key }) => email_key)
  return changeList(session, async () => {
    const locked = await session.query<Person>(LOCK, [days, keys])
    for (const { email_key } of locked) await eraseNow(session, email_key)
    return locked.length
  })
}

/**
 * Erases people who have not confirmed for some days since their last mail. They can join again, but no restore of an older
 * backup brings them back. A person who confirms meanwhile has locked the row, and stays.
 */
export async function eraseUnconfirmed(session: Session, days: number): Promise<void> {
  let erased = FOUND
  while (erased === FOUND) {
    const people = await session.query<Person>(FIND, [days])
    erased = 0
    for (let start = 0; start < people.length; start += ERASED) {
      erased += await erasePeople(session, people.slice(start, start + ERASED), days)
    }
  }
}
