import type { Session } from '../system/session.ts'
import { GROUPS } from './groups.ts'

/** A person whose friends have confirmed. */
export interface Referrer {
  readonly email: string
  readonly email_key: string
  readonly referrals: number
  /** At how many domains the friends have their addresses. */
  readonly domains: number
}

const REFERRERS = `
  SELECT email, email_key, friends AS referrals, people.referral_domains AS domains
  FROM referrers JOIN people USING (email_key) WHERE ${GROUPS.listed}
  ORDER BY friends DESC, joined_at, email_key LIMIT $1`

/** Counts the line again, for the place that a person sees. */
export const countPlaces = async (session: Session): Promise<void> => {
  await session.query('REFRESH MATERIALIZED VIEW CONCURRENTLY places')
}

/** Those with most confirmed friends first, then in the order of joining. */
export const findReferrers = (session: Session, limit: number): Promise<Referrer[]> =>
  session.query<Referrer>(REFERRERS, [limit])
