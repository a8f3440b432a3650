import type { MailKind } from '../kinds.ts'

// Decides which emails may be sent now. This code is pure: take.ts reads the database and applies the decisions.

/**
 * Why an email is wanted.
 * - `asked`: a person has just sent the form, asked for the email again, or clicked to confirm
 * - `crowd`: like `asked`, but from a network that has used more than its share
 * - `bulk`: the owner or a schedule calls for it
 */
type MailClass = 'asked' | 'crowd' | 'bulk'

/** The mail provider's quotas: MAIL_PER_HOUR and MAIL_PER_DAY. */
export interface Quotas {
  readonly perHour?: number | undefined
  readonly perDay?: number | undefined
}

/**
 * The hourly limit for bulk without MAIL_PER_HOUR. Mailbox providers distrust a new sender who sends many emails in a
 * short time.
 */
export const BULK_PER_HOUR = 300

/** The number of requested emails that may be sent in an hour in which no one confirms. */
export const ASKED_PER_HOUR = 200

/** Each person who confirms raises that limit by this number. take.ts says how many count at one domain. */
export const PER_CONFIRMED = 10

/**
 * This share of a budget is reserved for bulk while bulk emails wait, and the same share for the next person at the
 * form.
 */
const QUARTER = 0.25

/** A network that has used this share of a budget is served after other networks, and cannot use the last quarter. */
const TENTH = 0.1

/**
 * The seconds between emails while only the last quarter is left. These emails go to people who have just asked for
 * one.
 */
export const PACE_SECONDS = 10
const JUST_SECONDS = 60

/** The emails in a period, including those being sent. */
export interface Use {
  readonly asked: number
  readonly crowd: number
  readonly bulk: Readonly<Partial<Record<MailKind, number>>>
}

export interface Budget {
  readonly period: 'hour' | 'day'
  readonly size: number
  /** The classes that draw on the budget. */
  readonly of: readonly MailClass[]
  readonly use: Use
}

/** A due email. */
export interface Due {
  readonly id: string
  readonly class: MailClass
  readonly kind: MailKind
  /** The hash of the network that it was requested from. Null for bulk. */
  readonly network: string | null
  /** How many emails that network has had. */
  readonly had: Readonly<Record<Budget['period'], number>>
  /** The seconds since it was last asked for. */
  readonly age: number
  /** How many more emails the mailbox may get now after this one. Below 0, this one waits. */
  readonly room: number
}

export interface Reading {
  readonly budgets: readonly Budget[]
  /**
   * Due emails in order of sending: `asked` and then `crowd`, both with the latest request first, then bulk by kind.
   */
  readonly due: readonly Due[]
  /** The number of requested emails sent in the last PACE_SECONDS. */
  readonly latest: number
}

export interface Decision {
  /** The ids of the emails to send now. */
  readonly take: readonly string[]
  /** The ids of emails whose mailbox has reached its daily limit. */
  readonly postpone: readonly string[]
  /** The ids of requested emails that move to the crowd, because their network has used its share. */
  readonly crowd: readonly string[]
}

const ASKED: readonly MailClass[] = ['asked', 'crowd']
const ALL: readonly MailClass[] = [...ASKED, 'bulk']

const quarterOf = (size: number): number => Math.floor(size * QUARTER)

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/**
 * Returns the current budgets.
 * @param confirmed the number of people whose click in the last hour raises the limit on requested emails
 */
export const budgetsOf = (
  { perHour, perDay }: Quotas,
  uses: Readonly<Record<Budget['period'], Use>>,
  confirmed: number,
): readonly Budget[] => [
  { period: 'hour', of: ASKED, size: ASKED_PER_HOUR + PER_CONFIRMED * confirmed, use: uses.hour },
  perHour === undefined
    ? { period: 'hour', of: ['bulk'], size: BULK_PER_HOUR, use: uses.hour }
    : { period: 'hour', of: ALL, size: perHour, use: uses.hour },
  ...(perDay === undefined
    ? []
    : [{ period: 'day', of: ALL, size: perDay, use: uses.day } as const]),
]

/**
 * Returns how much of a budget each class may use: `asked` everything that is left except the quarter for waiting bulk,
 * and the others all but the last quarter.
 */
function leftOf({ size, of, use }: Budget, taken: readonly Due[], bulkWaits: boolean) {
  const used = (which: MailClass): number =>
    of.includes(which)
      ? taken.filter((mail) => mail.class === which).length +
        (which === 'bulk' ? sum(Object.values(use.bulk)) : use[which])
      : 0
  const [asked, crowd, bulk] = ALL.map(used) as [number, number, number]
  const quarter = quarterOf(size)
  const left = size - asked - crowd - bulk
  // Without this quarter for bulk, a busy form would block invitations.
  const forAsked = of.includes('asked') ? Math.min(quarter, Math.max(0, size - quarter - asked)) : 0
  const waits = of.includes('bulk') && bulkWaits
  const forBulk = waits ? Math.max(0, Math.min(quarter - bulk, left - forAsked)) : 0
  return { asked: left - forBulk, crowd: left - forBulk - quarter, bulk: left - forAsked }
}

/** Orders bulk so that the kind with the fewest emails sent in the budget's period is always next. */
function inTurns(bulk: readonly Due[], { use }: Pick<Budget, 'use'>): Due[] {
  const kinds = new Map<MailKind, Due[]>()
  for (const mail of bulk) kinds.set(mail.kind, [...(kinds.get(mail.kind) ?? []), mail])
  const turns = [...kinds].flatMap(([kind, mails]) =>
    mails.map((mail, n) => ({ mail, turn: (use.bulk[kind] ?? 0) + n })),
  )
  return turns.toSorted((one, other) => one.turn - other.turn).map(({ mail }) => mail)
}

/**
 * Decides about due emails one by one, so that each decision counts the emails taken before it.
 * @param limit the number of emails that may be taken
 */
export function decide({ budgets, due, latest }: Reading, limit: number): Decision {
  const taken: Due[] = []
  const crowd: Due[] = []
  const ready = due.filter((mail) => mail.room >= 0)
  const bulk = ready.filter((mail) => mail.class === 'bulk')
  const [longest] = budgets.filter(({ of }) => of.includes('bulk')).slice(-1)
  const inOrder = [
    ...ready.filter((mail) => mail.class !== 'bulk'),
    ...(longest ? inTurns(bulk, longest) : bulk),
  ]

  const isCrowd = ({ network, had }: Due): boolean =>
    network !== null &&
    budgets.some(
      ({ of, size, period }) =>
        of.includes('asked') &&
        had[period] + taken.filter((mail) => mail.network === network).length >=
          Math.max(1, size * TENTH),
    )

  const isOpen = (mail: Due): boolean =>
    budgets
      .filter(({ of }) => of.includes(mail.class))
      .every((budget) => {
        const left = leftOf(budget, taken, bulk.length > 0)
        if (mail.class !== 'asked') return left[mail.class] > 0
        if (left.asked > quarterOf(budget.size)) return true
        const isNext = latest + taken.filter(({ class: each }) => each !== 'bulk').length === 0
        return left.asked > 0 && isNext && mail.age <= JUST_SECONDS
      })

  for (const mail of inOrder) {
    if (mail.class === 'asked' && isCrowd(mail)) crowd.push(mail)
    else if (taken.length < limit && isOpen(mail)) taken.push(mail)
  }
  const idsOf = (mails: readonly Due[]) => mails.map(({ id }) => id)
  const postpone = due.filter(({ room }) => room < 0)
  return { take: idsOf(taken), postpone: idsOf(postpone), crowd: idsOf(crowd) }
}

/** Returns whether a budget has only its last quarter left for requested emails. */
export const isPaced = (budgets: readonly Budget[]): boolean =>
  budgets.some((budget) => budget.of.includes('asked') && leftOf(budget, [], false).crowd <= 0)
