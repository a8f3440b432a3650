import { FIELDS } from './fields.ts'
import { COLUMN_NAMES, COLUMNS, isTime, REFERRALS } from './person.ts'
import { answerText, QUESTION_NAMES } from './questions.ts'

export interface HeldMail {
  readonly kind: string
  /** The owner's name of a state: waiting, sending, sent, written, failed or withdrawn. */
  readonly state: string
  /** The time of its end, or until then, of its queueing. ISO 8601. */
  readonly at: string
}

/**
 * The response of `POST /api/waitlist/data`: answers by question, times in ISO 8601, and the emails of the last 90
 * days. Empty values are omitted.
 */
export type HeldData = Readonly<Record<string, string>> & { readonly mails: readonly HeldMail[] }

const MAILS: Readonly<Record<string, string>> = {
  confirm: 'Confirmation email',
  welcome: 'Follow-up email',
  remind: 'Reminder email',
  invite: 'Invitation email',
  announce: 'News email',
}

/** Visitors' names of states. Withdrawn emails were never sent, so they are left out. */
const STATES: Readonly<Record<string, string>> = {
  waiting: 'not sent yet, queued on ',
  sending: 'not sent yet, queued on ',
  sent: '',
  written: 'not sent, because this site sends no emails yet, ',
  failed: 'could not be delivered, ',
}

/** Formats a time as a day and a time in UTC. */
const inWords = (time: string): string =>
  `${new Date(time).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

/** Returns pairs of a label and a text. Answers to former questions come last. */
export function describeHeld({ mails, ...held }: HeldData): readonly (readonly [string, string])[] {
  const labels: Readonly<Record<string, string>> = {
    ...Object.fromEntries(QUESTION_NAMES.map((name) => [name, FIELDS[name].label])),
    ...Object.fromEntries(COLUMN_NAMES.map((name) => [name, COLUMNS[name].held])),
    [REFERRALS.name]: REFERRALS.held,
  }
  const names = [...new Set([...Object.keys(labels), ...Object.keys(held)])]
  const texts = names.flatMap((name): (readonly [string, string])[] => {
    const value = held[name]
    if (value === undefined) return []
    return [[labels[name] ?? name, isTime(name) ? inWords(value) : answerText(name, value)]]
  })
  return [
    ...texts,
    ...mails
      .filter(({ state }) => state !== 'withdrawn')
      .map(
        ({ kind, state, at }) =>
          [MAILS[kind] ?? kind, `${STATES[state] ?? ''}${inWords(at)}`] as const,
      ),
  ]
}

/** Texts of the page with the stored data. */
export const DATA_WORDS = {
  title: 'Your data',
  unknown: 'This link is no longer valid. If you erased your entry, it is gone.',
  friends: 'See my place and my link for friends',
  download: 'Download as a file',
  erase: 'Erase all of this',
  warning:
    'This cannot be undone. You lose your place on the waitlist. We keep only a code made from your address, which cannot be read back, so that no backup restores your entry.',
  confirmErase: 'Erase permanently',
} as const
