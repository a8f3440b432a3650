import {
  answerText,
  type ChoiceQuestion,
  FIELDS,
  HONEYPOT,
  isTime,
  type QuestionName,
  type TextQuestion,
  WORDS,
} from '../../../../contract/waitlist.ts'
import { html, type Markup } from '../../../../letters/html.ts'
import type { Answers } from '../../list/inbox/answer.ts'
import { ANSWER_NAMES } from '../../list/inbox/signup.ts'
import { personFacts } from '../../list/people/facts.ts'
import { groupOf } from '../../list/people/groups.ts'
import { type Person, withoutReferrals } from '../../list/people/person.ts'
import { safe } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import { type Found, find } from '../find.ts'
import { NOTHING_STORED } from './errors.ts'
import { form, panel } from './page.ts'
import { GROUP_WORDS, nameOf } from './people.ts'
import { addressOf, type Board } from './request.ts'
import { kindOf, stateOf, table, timeOf } from './tables.ts'

export interface PersonRecord extends Found {
  readonly who: string
}

/** @throws NOTHING_STORED */
export async function readRecord(
  session: Session,
  who: string,
  { referrals }: Board,
): Promise<PersonRecord> {
  const found = await find(session, who)
  if (found.listed === undefined && found.quarantined.length === 0) throw NOTHING_STORED
  const listed = referrals ? found.listed : found.listed && withoutReferrals(found.listed)
  return { ...found, listed, who }
}

const everybody = ({ listed, pending, quarantined }: PersonRecord): Person[] => [
  ...(listed ? [listed] : []),
  ...(pending ? [pending] : []),
  ...quarantined,
]

export const titleOf = (record: PersonRecord): string => everybody(record).map(nameOf)[0] ?? ''

/** @param hidden tells whether the page shows a fact elsewhere */
const factTable = (person: Person, hidden = (_name: string) => false): Markup =>
  table(
    'Record',
    [],
    [
      ['State', GROUP_WORDS[groupOf(person)]],
      ...personFacts(person)
        .filter(({ name }) => !hidden(name))
        .map(({ name, label, value }) => [
          name === HONEYPOT ? 'Hidden field' : label,
          isTime(name) ? timeOf(value) : safe(answerText(name, value)),
        ]),
    ],
  )

/** Shows the forms and facts that an erasure deletes. */
export const summary = (record: PersonRecord): Markup =>
  html`${everybody(record).map((person) => html`<section>${factTable(person)}</section>`)}`

function choice({ options, placeholder }: ChoiceQuestion, value: string) {
  const known = options.some((option) => option.value === value)
  const former = known || value === '' ? [] : [{ value, label: safe(value) }]
  return [{ value: '', label: placeholder }, ...former, ...options].map(
    (option) =>
      html`<option value="${option.value}"${option.value === value ? html` selected` : ''}>${option.label}</option>`,
  )
}

function field(name: QuestionName, value: string, problem: string | undefined): Markup {
  const question: TextQuestion | ChoiceQuestion = FIELDS[name]
  const invalid = problem ? html` aria-invalid="true" aria-describedby="${name}-problem"` : ''
  const attributes = html` id="${name}" name="${name}"${invalid}`
  const control =
    question.type === 'choice'
      ? html`<select${attributes}>${choice(question, value)}</select>`
      : html`<input${attributes} value="${value}" autocomplete="off" autocapitalize="off" spellcheck="false">`
  return html`<label for="${name}">${question.label}${question.required ? '' : ` (${WORDS.optional})`}</label>
${control}
${problem ? html`<small id="${name}-problem">${problem}</small>` : ''}`
}

/** A rejected form: its input, and the problem with each rejected answer. */
export interface Typed {
  readonly answers: Answers
  readonly problems: Answers
}

function listedPanels({ who, listed }: PersonRecord, typed: Typed | undefined): Markup {
  if (listed === undefined) return html``
  const fields = ANSWER_NAMES.map((name) =>
    field(name, (typed ? typed.answers[name] : listed[name]) ?? '', typed?.problems[name]),
  )
  const canResend = groupOf(listed) === 'unconfirmed' && !listed.undeliverable_at
  const button = html`<button>Send the confirmation again</button>`
  const resend = form('/person/resend', { who }, button)
  return html`${panel('Record', html`${factTable(listed, isTime)}${canResend ? resend : ''}`)}
${panel('Answers', form('/person/correct', { who }, html`${fields}<button>Save</button>`))}`
}

const pendingPanel = ({ pending }: PersonRecord): Markup =>
  pending === undefined
    ? html``
    : panel(
        'Joined again',
        html`<p>This form was sent after the person left. It takes effect if they confirm. Otherwise it is deleted after 30 days.</p>
${factTable(pending)}`,
      )

const quarantinePanel = ({ who, quarantined }: PersonRecord): Markup =>
  panel(
    GROUP_WORDS.quarantined,
    html`<p>The hidden field was filled in. If this is a person, release the signup: it moves to the list and keeps its time.</p>
${quarantined.map((person) => factTable(person))}
${form('/person/release', { who }, html`<button>Release</button>`)}`,
  )

/** Shows the person's history, oldest entry first: what they did, which emails they got, and what the owner changed. */
function storyPanel({ who, listed, mails, history }: PersonRecord): Markup {
  const times = listed ? personFacts(listed).filter(({ name }) => isTime(name)) : []
  const events = [
    ...times.map(({ label, value }) => ({ at: value, by: '', what: label })),
    ...mails.map((mail) => ({
      at: mail.at,
      by: mail.kind === 'webhook' ? 'Webhook' : 'Email',
      what: `${kindOf(mail)}: ${stateOf(mail)}`,
    })),
    ...history.map(({ at, command, detail }) => ({
      at,
      by: 'Owner',
      what: safe(`${command} ${Object.values(detail).join(' ')}`),
    })),
  ].toSorted((one, other) => one.at.localeCompare(other.at))
  const retry = form('/mail/retry', { who }, html`<button>Retry failed emails</button>`)
  const hasFailed = mails.some(({ state }) => state === 'failed')
  return panel(
    'Timeline (UTC)',
    html`<ol class="story">${events.map(
      ({ at, by, what }) => html`<li>${timeOf(at)} <small>${by}</small> ${what}</li>`,
    )}</ol>${hasFailed ? retry : ''}`,
  )
}

export const recordPanels = (record: PersonRecord, typed?: Typed): readonly Markup[] => [
  html`<div class="grid">${storyPanel(record)}${listedPanels(record, typed)}</div>`,
  pendingPanel(record),
  record.quarantined.length > 0 ? quarantinePanel(record) : html``,
  html`<p><a href="${addressOf('/person/erase', { who: record.who })}">Erase this person</a></p>`,
]
