import { LISTED } from './person.ts'

/** Updates and invitations go to these rows of `signups`: confirmed people who can be reached. */
export const DELIVERABLE = `${LISTED} AND confirmed_at IS NOT NULL AND undeliverable_at IS NULL`
