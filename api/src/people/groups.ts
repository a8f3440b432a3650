const LISTED = 'honeypot IS NULL AND left_at IS NULL'
const CONFIRMED = `${LISTED} AND confirmed_at IS NOT NULL`

/**
 * Groups of signups. Each condition is SQL about a row of `signups`. People who left and quarantined
 * signups are not on the list.
 */
export const GROUPS = {
  listed: LISTED,
  confirmed: CONFIRMED,
  unconfirmed: `${LISTED} AND confirmed_at IS NULL`,
  left: 'honeypot IS NULL AND left_at IS NOT NULL',
  quarantined: 'honeypot IS NOT NULL',
  undeliverable: 'honeypot IS NULL AND undeliverable_at IS NOT NULL',
  /** Updates and invitations go to these people only. */
  deliverable: `${CONFIRMED} AND undeliverable_at IS NULL`,
} as const
