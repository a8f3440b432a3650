const LISTED = 'left_at IS NULL'
const CONFIRMED = `${LISTED} AND confirmed_at IS NOT NULL`

/** Groups of people. Each condition is SQL about a row of `people`. People who left are not on the list. */
export const GROUPS = {
  listed: LISTED,
  confirmed: CONFIRMED,
  unconfirmed: `${LISTED} AND confirmed_at IS NULL`,
  left: 'left_at IS NOT NULL',
  undeliverable: 'undeliverable_at IS NOT NULL',
  /** Updates and invitations go to these people only. */
  deliverable: `${CONFIRMED} AND undeliverable_at IS NULL`,
} as const
