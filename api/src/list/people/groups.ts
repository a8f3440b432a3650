import { HONEYPOT } from '../../../../contract/waitlist.ts'
import { count } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import type { Person } from './person.ts'

const LISTED = 'left_at IS NULL'
const CONFIRMED = `${LISTED} AND confirmed_at IS NOT NULL`

/** Groups of people, as SQL conditions about a row of `people`. People who left are not on the list. */
export const GROUPS = {
  listed: LISTED,
  confirmed: CONFIRMED,
  unconfirmed: `${LISTED} AND confirmed_at IS NULL`,
  /** Reads all invitations once. Calling `people.invited_at` for each row would take much longer. */
  invited: `${LISTED} AND (claimed_at IS NOT NULL OR mailbox IN (
    SELECT mailbox FROM mails JOIN people AS person USING (mailbox) WHERE invites(mails, person)
  ))`,
  claimed: `${LISTED} AND claimed_at IS NOT NULL`,
  left: 'left_at IS NOT NULL',
  undeliverable: 'undeliverable_at IS NOT NULL',
  /** Only these people get updates and invitations. */
  deliverable: `${CONFIRMED} AND undeliverable_at IS NULL`,
  /** People who may be asked to confirm. A person who left is asked again only if they send another form. */
  askable: 'undeliverable_at IS NULL AND (left_at IS NULL OR pending_form IS NOT NULL)',
  /** People who have not confirmed their address, or not the form that they sent after leaving. */
  pending: '(confirmed_at IS NULL OR pending_form IS NOT NULL)',
} as const

const COUNTED = ['listed', 'confirmed', 'unconfirmed', 'invited', 'claimed', 'left'] as const

export const GROUP_NAMES = [...COUNTED, 'quarantined'] as const

export type Group = (typeof GROUP_NAMES)[number]

export type GroupCounts = Readonly<Record<Group, number>>

const COUNT = `
  SELECT ${COUNTED.map(
    (group) => `count(*) FILTER (WHERE ${GROUPS[group]})::integer AS ${group}`,
  ).join(', ')}, (SELECT count(*) FROM quarantine)::integer AS quarantined
  FROM people`

export const countGroups = (session: Session): Promise<GroupCounts> => session.row(COUNT)

export const quarantineText = ({ quarantined }: Pick<GroupCounts, 'quarantined'>): string =>
  `${count(quarantined, 'signup is', 'signups are')} in quarantine`

/** Returns the most specific group that a person belongs to. */
export const groupOf = (person: Person): Group => {
  if (person[HONEYPOT]) return 'quarantined'
  if (person.left_at) return 'left'
  if (!person.confirmed_at) return 'unconfirmed'
  if (person.claimed_at) return 'claimed'
  return person.invited_at ? 'invited' : 'confirmed'
}
