import { answerText, FIELDS, QUESTION_NAMES } from '../../../../contract/waitlist.ts'
import { html, type Markup } from '../../../../letters/html.ts'
import type { Group } from '../../list/groups.ts'
import type { Kind, MailState } from '../../mail/mails.ts'
import { minute, safe } from '../../system/format.ts'

export const GROUP_WORDS: Readonly<Record<Group, string>> = {
  listed: 'On the list',
  confirmed: 'Confirmed',
  unconfirmed: 'Not confirmed',
  left: 'Left',
  quarantined: 'In quarantine',
}

export const STATE_WORDS: Readonly<Record<MailState, string>> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  written: 'Written to a file',
  failed: 'Failed',
  withdrawn: 'Withdrawn',
}

const KIND_WORDS: Readonly<Record<Kind, string>> = {
  confirm: 'Confirmation',
  welcome: 'Welcome letter',
  remind: 'Reminder',
  invite: 'Invitation',
  announce: 'Announcement',
  webhook: 'Webhook',
}

/** An email, or a webhook with its event. */
export const sendingText = (kind: string, about: string | null): string => {
  const word = KIND_WORDS[kind as Kind] ?? kind
  return kind === 'webhook' && about ? `${word}: ${safe(about)}` : word
}

/** A state as a label. */
export const tag = (state: Group | MailState, word: string): Markup =>
  html`<span class="tag" data-state="${state}">${word}</span>`

/** A time to the minute, in UTC. */
export const timeOf = (time: string): Markup =>
  html`<time datetime="${time}">${minute(time)}</time>`

type Answers = Readonly<Record<string, string | null | undefined>>

const NAMES = QUESTION_NAMES.filter((name) => /name$/.test(FIELDS[name].autocomplete))

/** The person's name, or the address when the form does not ask for one. */
export const nameOf = (answers: Answers, email: string): string =>
  safe(
    NAMES.map((name) => answers[name] ?? '')
      .join(' ')
      .trim() || email,
  )

/** The answers beside name and address, in one line. */
export const otherAnswers = (answers: Answers): string =>
  QUESTION_NAMES.filter((name) => name !== 'email' && !NAMES.includes(name))
    .flatMap((name) => (answers[name] ? [safe(answerText(name, answers[name]))] : []))
    .join(' · ')
