import { countGroups, GROUPS, quarantineText } from '../list/people/groups.ts'
import { findLateConfirmations, lateText } from '../mail/queue/flood.ts'
import { waitAfter } from '../mail/queue/retry-schedule.ts'
import { count, number } from '../system/format.ts'
import type { Session } from '../system/session.ts'
import { postJson } from './post-json.ts'
import type { Round } from './repeat.ts'

/** The period that a notice reports. Its times are strings from the database, which keep microseconds. */
interface Period {
  readonly since: string
  readonly until: string
}

export interface Notice {
  readonly name: 'chat' | 'late' | 'week'
  /** The minimum interval between two messages. */
  readonly pause: string
  /** SQL for the end of the period. */
  readonly until: string
  /** Returns undefined when there is nothing to report. */
  text(session: Session, period: Period): Promise<string | undefined>
}

interface Numbers {
  readonly joined: number
  /** The number of people on the list now. */
  readonly all: number
}

const within = (column: string): string => `${column} > $1 AND ${column} <= $2`

/** Scans the table, because no index covers everyone's time of joining. */
const COUNT = `
  SELECT count(*) FILTER (WHERE ${within('joined_at')})::integer AS joined,
    count(*) FILTER (WHERE ${GROUPS.listed})::integer AS all
  FROM people`

/** Returns, for example: 3 people joined, 128 in all. Visitors' input is never sent to the chat. */
export const chatText = ({ joined, all }: Numbers): string =>
  `${count(joined, 'person', 'people')} joined, ${number(all)} in all`

/** Reports, at most once a minute, how many people have joined since the last message. */
export const CHAT: Notice = {
  name: 'chat',
  pause: '1 minute',
  // A form is committed up to 2.5 s after its time (see system/pool.ts), and counts only once the fold has moved it.
  until:
    "least(now() - interval '5 seconds', (SELECT min(sent_at) - interval '1 microsecond' FROM inbox))",
  async text(session, { since, until }) {
    const numbers = await session.row<Numbers>(COUNT, [since, until])
    return numbers.joined === 0 ? undefined : chatText(numbers)
  },
}

/** Reports, at most once an hour, that confirmations are late. */
export const LATE: Notice = {
  name: 'late',
  pause: '1 hour',
  until: 'now()',
  async text(session) {
    const late = await findLateConfirmations(session)
    return late.count === 0 ? undefined : lateText(late)
  },
}

const COUNT_WEEK = `
  SELECT ${['joined', 'confirmed', 'left']
    .map((what) => `count(*) FILTER (WHERE ${within(`${what}_at`)})::integer AS ${what}`)
    .join(', ')}
  FROM people`

/** Reports each full week's numbers on Monday (UTC). */
export const WEEK: Notice = {
  name: 'week',
  pause: '1 week',
  until: "date_trunc('week', now(), 'UTC')",
  async text(session, period) {
    const { joined, confirmed, left } = await session.row<
      Readonly<Record<'joined' | 'confirmed' | 'left', number>>
    >(COUNT_WEEK, [period.since, period.until])
    const groups = await countGroups(session)
    const quarantined = groups.quarantined > 0 ? `; ${quarantineText(groups)}` : ''
    const claims =
      groups.invited > 0
        ? `; ${number(groups.claimed)} of ${number(groups.invited)} invited people have claimed their place`
        : ''
    const sunday = new Date(Date.parse(period.until) - 1).toLocaleDateString('en-GB', {
      dateStyle: 'long',
      timeZone: 'UTC',
    })
    return `The week to ${sunday}: ${count(joined, 'person', 'people')} joined, ${number(confirmed)} confirmed and ${number(left)} left; ${count(groups.confirmed, 'confirmed person is', 'confirmed people are')} on the list${claims}${quarantined}`
  },
}

const DISCORD = /^(?:\w+\.)?discord(?:app)?\.com$/

/**
 * Slack and Mattermost expect `text`, as most others do:
 * docs.slack.dev/messaging/sending-messages-using-incoming-webhooks and
 * developers.mattermost.com/integrate/webhooks/incoming. Discord expects `content`, in which mentions are turned off:
 * docs.discord.com/developers/resources/webhook.
 */
export const chatBody = (url: string, text: string): object =>
  DISCORD.test(new URL(url).hostname)
    ? { content: text, allowed_mentions: { parse: [] } }
    : { text }

/** Starts a notice's first period when the worker first runs with it, so that earlier people are not reported. */
const begin = (session: Session, { name, until }: Notice): Promise<unknown> =>
  session.query(`INSERT INTO jobs (name, last_run_at) SELECT $1, ${until} ON CONFLICT DO NOTHING`, [
    name,
  ])

/**
 * Sends a notice if its interval has passed. A lock excludes other workers until the notice is recorded. A failed
 * notice is not recorded, so the next one also counts its people.
 * @returns the receiver's reply if the notice failed
 */
export const tell = (session: Session, url: string, notice: Notice): Promise<string | undefined> =>
  session.transaction(async () => {
    const { name, pause, until, text } = notice
    const [period] = await session.query<Period>(
      `SELECT last_run_at::text AS since, (${until})::text AS until FROM jobs
       WHERE name = $1 AND last_run_at <= now() - interval '${pause}' FOR UPDATE SKIP LOCKED`,
      [name],
    )
    const message = period && (await text(session, period))
    if (message === undefined) return undefined
    const delivery = await postJson(url, JSON.stringify(chatBody(url, message)))
    if ('reply' in delivery) return delivery.reply
    await session.query('UPDATE jobs SET last_run_at = $2 WHERE name = $1', [name, period?.until])
    return undefined
  })

/** Checks every minute whether a notice is due; after failures it waits 1, 2, 4 … minutes. */
export function noticeRound(
  url: string,
  onFailure: (notice: string, reply: string) => void,
): Round {
  const turns = [CHAT, LATE, WEEK].map((notice) => ({ notice, failures: 0, next: 0 }))
  return async (session) => {
    for (const turn of turns) {
      if (performance.now() < turn.next) continue
      if (turn.next === 0) await begin(session, turn.notice)
      const reply = await tell(session, url, turn.notice)
      turn.failures = reply === undefined ? 0 : turn.failures + 1
      if (reply !== undefined) onFailure(turn.notice.name, reply)
      turn.next = performance.now() + waitAfter(Math.max(1, turn.failures)) * 1_000
    }
    return false
  }
}
