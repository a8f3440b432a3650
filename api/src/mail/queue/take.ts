import type { Session } from '../../system/session.ts'
import { MAIL_KINDS, type MailKind } from '../kinds.ts'
import { type Claimed, IS_DUE, IS_UNDER_WAY, take } from './leases.ts'
import {
  type Budget,
  budgetsOf,
  type Due,
  decide,
  PACE_SECONDS,
  type Quotas,
  type Use,
} from './pace.ts'

/** The maximum number of emails to a mailbox in 24 hours. */
export const PER_MAILBOX = 3

/** The maximum number of letters after the confirmation that a person gets in 24 hours. */
export const AFTER_PER_DAY = 1

/**
 * The maximum number of emails that `takeMails` reads from each pile, so that a long queue does not slow it down. It
 * reads more requested emails, because a flood's emails must first move to the crowd, and takes fewer than it reads.
 */
const [ASKED, OTHERS] = [100, 20]

/** This lock stops two workers from spending the same budget. */
const LOCK = 7_303_014_154

/** Emails written to files use no provider's quota, so they do not count. */
const IS_USED = "state IN ('sent', 'failed')"

/**
 * Requested emails start with the latest request, because people who have just asked are looking at their inbox. Each
 * kind of bulk is sent in the order in which it became due.
 */
const PILES: readonly string[] = [
  ...['asked', 'crowd'].map((name) => `class = '${name}' AND ${IS_DUE} ORDER BY wanted_at DESC`),
  ...MAIL_KINDS.map((kind) => `class = 'bulk' AND kind = '${kind}' AND ${IS_DUE} ORDER BY due_at`),
]

/** The order of the piles, and of the emails within a pile. */
const ORDER = "pile, CASE class WHEN 'bulk' THEN due_at END, wanted_at DESC"

/** Counts a mailbox's emails in the last day and those being sent. */
const recent = (which: string): string => `
  (SELECT count(*) FROM mails
     WHERE mailbox_hash = hash AND ended_at > now() - interval '1 day' AND state <> 'withdrawn' AND ${which})
  + (SELECT count(*) FROM mails
       WHERE mailbox_hash = hash AND ended_at IS NULL AND ${IS_UNDER_WAY} AND ${which})`

/** Counts a network's emails in a period and those being sent. */
const had = (period: string): string => `
  ((SELECT count(*) FROM mails
     WHERE network = asking.network AND ended_at > now() - interval '1 ${period}' AND ${IS_USED})
   + (SELECT count(*) FROM mails WHERE network = asking.network AND ${IS_UNDER_WAY}))::integer`

const READ_DUE = `
  WITH ${PILES.map(
    (pile, n) => `pile_${n} AS (
    SELECT id, class, kind, mailbox, network, wanted_at, due_at FROM mails
    WHERE ${pile} LIMIT ${n === 0 ? ASKED : OTHERS} FOR UPDATE SKIP LOCKED
  )`,
  ).join(', ')}, piled AS (
    ${PILES.map((_, n) => `SELECT ${n} AS pile, * FROM pile_${n}`).join(' UNION ALL ')}
  ), due AS MATERIALIZED (
    -- MATERIALIZED computes each hash once, instead of for each email that it is compared with
    SELECT *, hash_of(mailbox) AS hash FROM piled
  ), networks AS MATERIALIZED (
    SELECT network, json_build_object('hour', ${had('hour')}, 'day', ${had('day')}) AS had
    FROM (SELECT DISTINCT network FROM piled) AS asking
  )
  SELECT id, class, kind, encode(network, 'hex') AS network,
    coalesce(had, '{"hour": 0, "day": 0}') AS had, extract(epoch FROM now() - wanted_at)::float AS age,
    (least(
      ${PER_MAILBOX} - (${recent('true')}),
      CASE WHEN kind = 'after' THEN ${AFTER_PER_DAY} - (${recent("kind = 'after'")}) END
    ) - row_number() OVER (PARTITION BY mailbox ORDER BY ${ORDER}))::integer AS room
  FROM due LEFT JOIN networks USING (network) ORDER BY ${ORDER}`

/** Counts the emails in the last $1 and those being sent, by class and kind. */
const COUNT_USE = `
  SELECT class, kind, count(*)::integer AS day, ${['1 hour', `${PACE_SECONDS} seconds`]
    .map((time) => `(count(*) FILTER (WHERE at > now() - interval '${time}'))::integer`)
    .join(' AS hour, ')} AS latest
  FROM (
    SELECT class, kind, ended_at AS at FROM mails WHERE ${IS_USED} AND ended_at > now() - $1::interval
    UNION ALL SELECT class, kind, now() FROM mails WHERE ${IS_UNDER_WAY}
  ) AS used GROUP BY class, kind`

interface UseRow extends Readonly<Record<Budget['period'] | 'latest', number>> {
  readonly class: keyof Use
  readonly kind: MailKind
}

const useOf = (rows: readonly UseRow[], period: Budget['period'] | 'latest'): Use => {
  const of = (name: keyof Use) => rows.filter((row) => row.class === name)
  const count = (name: keyof Use) => of(name).reduce((sum, row) => sum + row[period], 0)
  return {
    asked: count('asked'),
    crowd: count('crowd'),
    bulk: Object.fromEntries(of('bulk').map((row) => [row.kind, row[period]])),
  }
}

/**
 * Only three people per domain count, as with friends, unless at least MANY others confirmed at that domain more than a
 * day ago.
 */
const PER_DOMAIN = 3
const MANY = 20

/** Counting stops here, so the limit on requested emails never exceeds 20,200 an hour. */
const MOST = 2_000

/** Counts people who clicked to confirm in the last hour. Imported people haven't clicked, so they don't count. */
const COUNT_CONFIRMED = `
  SELECT coalesce(sum(CASE WHEN people > ${PER_DOMAIN} AND (
      SELECT count(*) FROM (
        SELECT FROM people
        WHERE split_part(mailbox, '@', 2) = domain AND confirmed_at < now() - interval '1 day' AND left_at IS NULL
        LIMIT ${MANY}
      ) AS known
    ) < ${MANY} THEN ${PER_DOMAIN} ELSE people END), 0)::integer
  FROM (
    SELECT split_part(mailbox, '@', 2) AS domain, count(*) AS people
    FROM (
      SELECT mailbox FROM people WHERE confirmed_at > now() - interval '1 hour' AND clicked(people) LIMIT ${MOST}
    ) AS clicked GROUP BY domain
  ) AS domains`

/** Reads the budgets and the number of requested emails sent in the last PACE_SECONDS. */
export async function readBudgets(session: Session, quotas: Quotas) {
  const rows = await session.query<UseRow>(COUNT_USE, [
    quotas.perDay === undefined ? '1 hour' : '1 day',
  ])
  const confirmed = await session.value<number>(COUNT_CONFIRMED)
  const latest = useOf(rows, 'latest')
  return {
    budgets: budgetsOf(quotas, { hour: useOf(rows, 'hour'), day: useOf(rows, 'day') }, confirmed),
    latest: latest.asked + latest.crowd,
  }
}

const POSTPONE = `
  UPDATE mails SET state = 'waiting', lease = NULL, due_at = now() + interval '1 hour'
  WHERE id = ANY($1)`

const TO_CROWD = "UPDATE mails SET class = 'crowd' WHERE id = ANY($1)"

const TAKE = take('mails', 'SELECT unnest($1::uuid[])')

interface Taken {
  /** The emails in order of sending. */
  readonly mails: readonly Claimed[]
  /** True if the next call may find more immediately, because some emails were postponed or moved. */
  readonly more: boolean
}

/** Takes the emails that `decide` chooses. */
export const takeMails = (session: Session, quotas: Quotas, limit: number): Promise<Taken> =>
  session.transaction(async () => {
    await session.query(`SELECT pg_advisory_xact_lock(${LOCK})`)
    const due = await session.query<Due>(READ_DUE)
    if (due.length === 0) return { mails: [], more: false }
    const decision = decide({ ...(await readBudgets(session, quotas)), due }, limit)
    const { take, postpone, crowd } = decision
    if (postpone.length > 0) await session.query(POSTPONE, [postpone])
    if (crowd.length > 0) await session.query(TO_CROWD, [crowd])
    const rows = take.length > 0 ? await session.query<Claimed>(TAKE, [take]) : []
    return {
      mails: rows.toSorted((one, other) => take.indexOf(one.id) - take.indexOf(other.id)),
      more: postpone.length + crowd.length > 0,
    }
  })
