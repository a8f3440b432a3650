import { FIELDS } from './fields.ts'
import { QUESTION_NAMES } from './questions.ts'

export interface SentMail {
  readonly kind: string
  /** ISO 8601. */
  readonly sent_at: string
}

/**
 * What is held about a person, as `POST /api/waitlist/data` sends it: answers by question, times in
 * ISO 8601, and the mails of the last 90 days. Only what there is has a key.
 */
export type HeldData = Readonly<Record<string, string>> & { readonly mails: readonly SentMail[] }

/** What is held beside the answers, in the order of the page. */
const HELD = {
  joined_at: 'Joined the waitlist',
  agreed_to: 'Version of the text that you agreed to',
  source: 'Where you came from',
  confirmed_at: 'Confirmed the address',
  left_at: 'Left the waitlist',
  invited_at: 'Invited',
  undeliverable_at: 'Mail came back',
  corrected_at: 'Last corrected by us',
  released_at: 'Released from quarantine',
} as const

const MAILS: Readonly<Record<string, string>> = {
  confirm: 'Mail to confirm the address',
  invite: 'Invitation mail',
  announce: 'Mail with news',
}

/** A day and a time in UTC, in words. */
const inWords = (time: string): string =>
  `${new Date(time).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

/** The words of a choice, which is stored as its value. */
function answerOf(name: string, value: string): string {
  const field = Object.entries(FIELDS).find(([key]) => key === name)?.[1]
  const options = field?.type === 'choice' ? field.options : []
  return options.find((option) => option.value === value)?.label ?? value
}

/** What is held, as pairs of a label and a text. Answers to former questions come last. */
export function describeHeld({ mails, ...held }: HeldData): readonly (readonly [string, string])[] {
  const labels: Readonly<Record<string, string>> = {
    ...Object.fromEntries(QUESTION_NAMES.map((name) => [name, FIELDS[name].label])),
    ...HELD,
  }
  const names = [...new Set([...Object.keys(labels), ...Object.keys(held)])]
  const texts = names.flatMap((name): (readonly [string, string])[] => {
    const value = held[name]
    if (value === undefined) return []
    return [[labels[name] ?? name, name.endsWith('_at') ? inWords(value) : answerOf(name, value)]]
  })
  return [
    ...texts,
    ...mails.map(({ kind, sent_at }) => [MAILS[kind] ?? kind, inWords(sent_at)] as const),
  ]
}

/** Words of the page that shows what is held, with and without JavaScript. */
export const DATA_WORDS = {
  title: 'What we hold about you',
  download: 'Download as a file',
  erase: 'Erase all of this',
  warning:
    'This cannot be undone. Your place on the waitlist is lost, and only a keyed hash of your address stays, so that no backup brings you back.',
  confirmErase: 'Erase it for good',
} as const
