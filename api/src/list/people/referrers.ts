import type { Session } from '../../system/session.ts'
import { GROUPS } from './groups.ts'

export interface Referrer {
  readonly email: string
  readonly mailbox: string
  readonly referrals: number
  /** The number of different domains among the friends' addresses. */
  readonly domains: number
}

const REFERRERS = `
  SELECT email, mailbox, friends AS referrals, domains
  FROM referrers JOIN people USING (mailbox) WHERE ${GROUPS.listed}
  ORDER BY friends DESC, joined_at, mailbox LIMIT $1`

/** Updates the places in line that people see. */
export const countPlaces = async (session: Session): Promise<void> => {
  await session.query('REFRESH MATERIALIZED VIEW CONCURRENTLY places')
}

/** Returns the people with the most confirmed friends first. Ties are in order of joining. */
export const findReferrers = (session: Session, limit: number): Promise<Referrer[]> =>
  session.query<Referrer>(REFERRERS, [limit])
