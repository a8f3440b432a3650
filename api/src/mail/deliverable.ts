/** Updates and invitations go to these rows of `signups`: confirmed people who can be reached. */
export const DELIVERABLE = `honeypot IS NULL AND confirmed_at IS NOT NULL AND left_at IS NULL
  AND undeliverable_at IS NULL`
