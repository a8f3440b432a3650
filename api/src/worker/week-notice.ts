import { countGroups, type GroupCounts, quarantineText } from '../list/groups.ts'
import { findLateConfirmations, type LateConfirmations, lateText } from '../mail/late.ts'
import type { Mail, Transport } from '../mail/transport.ts'
import { count, number } from '../system/format.ts'
import { countPeople, countSources, type Numbers, type SourceCount } from './notice-numbers.ts'
import type { Notice, Turn } from './notice-turns.ts'

/** `16 November 2026`, in UTC. */
const day = (time: number): string =>
  new Date(time).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

const people = (value: number): string => count(value, 'person', 'people')

/** The email is plain text. */
function weekMail(
  { id, since, until }: Pick<Turn, 'id' | 'since' | 'until'>,
  numbers: Numbers,
  sources: readonly SourceCount[],
  { groups, late }: { readonly groups: GroupCounts; readonly late: LateConfirmations },
  { to, name }: Pick<WeekOptions, 'to' | 'name'>,
): Mail {
  const named = sources.map((each) => `- through ${each.source}: ${number(each.count)}`)
  const text = [
    `${name}, from ${day(Date.parse(since))} to ${day(Date.parse(until) - 1)} (UTC):`,
    '',
    `- ${people(numbers.joined)} joined`,
    `- ${people(numbers.confirmed)} confirmed their address`,
    `- ${people(numbers.left)} left`,
    '',
    `On the list: ${people(numbers.all)}, ${number(numbers.all_confirmed)} of them confirmed`,
    ...(groups.quarantined > 0
      ? ['', `${quarantineText(groups)}. To see them:`, '', './waitlist list --quarantined']
      : []),
    ...(late.count > 0 ? ['', `${lateText(late)}.`] : []),
    ...(named.length > 0 ? ['', 'Most of those who joined came', '', ...named] : []),
    '',
    'You get this on Mondays, because OWNER_EMAIL of the site is this address.',
    '',
  ]
  const subject = `${name}: ${people(numbers.joined)} joined last week`
  // a file with the id of a task is deleted with the task's record; this email has none
  return { id: `week-${id}`, to, subject, text: text.join('\n') }
}

interface WeekOptions {
  readonly to: string
  /** Of the site. */
  readonly name: string
  readonly transport: Transport
}

/** The numbers of the weeks that have ended since the last email, on Mondays. */
export const weekNotice = ({ transport, ...options }: WeekOptions): Notice => ({
  kind: 'week',
  async send(session, turn) {
    const numbers = await countPeople(session, turn)
    const sources = await countSources(session, turn)
    const groups = await countGroups(session)
    const late = await findLateConfirmations(session)
    return transport.send(weekMail(turn, numbers, sources, { groups, late }, options))
  },
})
