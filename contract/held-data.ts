import { UNKNOWN_CONSENT } from './consent.ts'
import { FIELDS } from './fields.ts'
import { fillIn, formatTime } from './format.ts'
import { isTime } from './person.ts'
import { answerText, QUESTION_NAMES } from './questions.ts'
import {
  HELD_COLUMNS,
  HELD_MAILS,
  HELD_PENDING,
  HELD_STATES,
  HELD_UNKNOWN_CONSENT,
} from './words.ts'

export interface HeldMail {
  readonly kind: string
  /** The state as owners see it: waiting, sending, sent, written, failed or withdrawn. */
  readonly state: string
  /** When the email reached its final state or, before that, when it was queued. ISO 8601. */
  readonly at: string
}

type Texts = Readonly<Record<string, string>>

/**
 * The response of `POST /api/waitlist/data`: answers by question, times in ISO 8601, the pending form of a person who
 * left, and the emails of the last 90 days. Empty values are omitted.
 */
export type HeldData = Texts & {
  readonly mails: readonly HeldMail[]
  readonly pending_form?: Texts
}

function textOf(name: string, value: string): string {
  if (isTime(name)) return formatTime(value)
  if (name === 'consent' && value === UNKNOWN_CONSENT) return HELD_UNKNOWN_CONSENT
  return answerText(name, value)
}

/** Returns pairs of label and text. Answers to former questions come last. */
function describeTexts(held: Texts): (readonly [string, string])[] {
  const labels: Readonly<Record<string, string>> = {
    ...Object.fromEntries(QUESTION_NAMES.map((name) => [name, FIELDS[name].label])),
    ...HELD_COLUMNS,
  }
  const names = [...new Set([...Object.keys(labels), ...Object.keys(held)])]
  return names.flatMap((name): (readonly [string, string])[] => {
    const value = held[name]
    if (value === undefined) return []
    return [[labels[name] ?? name, textOf(name, value)]]
  })
}

/** Returns pairs of label and text. */
export function describeHeld({
  mails,
  pending_form = {},
  ...held
}: HeldData): readonly (readonly [string, string])[] {
  return [
    ...describeTexts(held as Texts),
    ...describeTexts(pending_form).map(
      ([label, text]) => [fillIn(HELD_PENDING, { label }), text] as const,
    ),
    ...mails
      .filter(({ state }) => state !== 'withdrawn')
      .map(
        ({ kind, state, at }) =>
          [
            HELD_MAILS[kind] ?? kind,
            fillIn(HELD_STATES[state] ?? '{time}', { time: formatTime(at) }),
          ] as const,
      ),
  ]
}
