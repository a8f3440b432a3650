import type { FastifyReply } from 'fastify'
import { FIELDS, type FieldName, HONEYPOT, QUESTION_NAMES } from '../../contract/waitlist.ts'
import { safe } from '../cli/output.ts'
import { html, type Markup } from '../html.ts'
import type { Session } from '../session.ts'
import { type Found, find } from '../signup/find.ts'
import type { HistoryEntry } from '../signup/history.ts'
import type { Person } from '../signup/person.ts'
import { type Answers, answerForm, answersOf, type Problems } from './answer-form.ts'
import type { Board } from './board.ts'
import { NOTHING_STORED } from './errors.ts'
import { mailTable } from './mail.ts'
import { mailsOf, type QueuedMail } from './mail-queries.ts'
import { actionForm, notice, sendPage } from './page.ts'
import { type Facts, groupOf, readFacts } from './people-queries.ts'
import { addressOf } from './request.ts'
import { answerText, GROUP_WORDS, nameOf, tag, timeOf } from './words.ts'

/** Everything that is stored about a person. */
export interface PersonRecord extends Found {
  readonly who: string
  readonly facts: Facts | undefined
  readonly mails: readonly QueuedMail[]
  /** Whether the worker would send another confirmation. */
  readonly resendable: boolean
}

/** @throws NOTHING_STORED */
export async function readRecord(session: Session, who: string): Promise<PersonRecord> {
  const found = await find(session, who)
  if (found.listed === undefined && found.quarantined.length === 0) throw NOTHING_STORED
  const facts = await readFacts(session, who)
  const mails = await mailsOf(session, who)
  const resendable =
    facts !== undefined && groupOf(facts) === 'unconfirmed' && facts.undeliverable_at === null
  return { ...found, who, facts, mails, resendable }
}

type Fact = readonly [label: string, value: Markup | string]

const factList = (facts: readonly Fact[]): Markup =>
  html`<dl class="facts">${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`

const time = (label: string, value: string | null | undefined): Fact[] =>
  value ? [[label, timeOf(value)]] : []

const text = (label: string, value: string | null): Fact[] => (value ? [[label, safe(value)]] : [])

const listedFacts = (person: Person, facts: Facts): Fact[] => [
  ...time('Joined', person['joined_at']),
  ...text('Source', facts.source),
  ...text('Agreed to text', facts.agreed_to),
  ...time('Confirmed', facts.confirmed_at),
  ...time('Invited', facts.invited_at),
  ...time('Left', facts.left_at),
  ...time('Cannot be reached since', facts.undeliverable_at),
  ...time('Corrected', person['corrected_at']),
  ...time('Released', person['released_at']),
]

/** Answers of a signup as text. */
const answerFacts = (person: Person): Fact[] =>
  QUESTION_NAMES.flatMap((name) => {
    const value = person[name]
    return value ? [[FIELDS[name as FieldName].label, answerText(name, value)] as const] : []
  })

const quarantinedFacts = (person: Person): Fact[] => [
  ...answerFacts(person),
  ...text('Hidden field', person[HONEYPOT] ?? null),
  ...time('Joined', person['joined_at']),
]

/** Everything stored about a person as text, for the page that asks before an erasure. */
export const summary = ({ listed, facts, quarantined }: PersonRecord): Markup[] => [
  ...(listed && facts ? [factList([...answerFacts(listed), ...listedFacts(listed, facts)])] : []),
  ...quarantined.map((person) => factList(quarantinedFacts(person))),
]

const changes = (history: readonly HistoryEntry[]): Markup =>
  html`<section class="panel"><h2>Changed by operators</h2><ul class="changes">${history.map(
    ({ at, command, detail }) =>
      html`<li>${timeOf(at)} ${command} ${Object.values(detail).join(' ')}</li>`,
  )}</ul></section>`

const quarantine = ({ who, quarantined }: PersonRecord): Markup =>
  html`<section class="panel"><h2>${GROUP_WORDS.quarantined}</h2>
<p>The hidden field was filled in. If this is a person, release the signup: it goes to the list with its time.</p>
${quarantined.map((person) => factList(quarantinedFacts(person)))}
${actionForm('/person/release', { who }, html`<button class="button">Release</button>`)}
</section>`

const actions = ({ who, resendable }: PersonRecord): Markup =>
  html`<div class="actions">
${resendable ? actionForm('/person/resend', { who }, html`<button class="quiet button">Send the confirmation again</button>`) : ''}
<a class="danger button" href="${addressOf('/person/erase', { who })}">Erase</a>
</div>`

const about = (record: PersonRecord): Markup => {
  const { listed, facts } = record
  const list =
    listed && facts
      ? factList([
          ['State', tag(groupOf(facts), GROUP_WORDS[groupOf(facts)])],
          ...listedFacts(listed, facts),
        ])
      : factList([['State', tag('quarantined', GROUP_WORDS.quarantined)]])
  return html`<section class="panel"><h2>Record</h2>${list}${actions(record)}</section>`
}

/** The result of the form that was sent: what was typed, or a word in the address. */
export interface Typed {
  readonly answers?: Answers
  readonly problems?: Problems
  readonly done?: unknown
}

export function recordPage(
  reply: FastifyReply,
  board: Board,
  record: PersonRecord,
  { answers, problems = {}, done }: Typed = {},
): FastifyReply {
  const { who, listed, quarantined, history, mails } = record
  const shown = listed ?? quarantined[0] ?? {}
  const name = nameOf(shown, shown['email'] ?? who)
  const title = Object.keys(problems).length > 0 ? `Not saved: ${name}` : name
  const within = listed ? '/people' : '/people?show=quarantined'
  return sendPage(reply, board, { title, heading: name, within }, [
    notice(done),
    Object.keys(problems).length > 0
      ? html`<p class="notice" data-kind="danger" role="alert">Nothing was saved. Correct what is marked below.</p>`
      : html``,
    html`<div class="record">
<div>
${listed ? html`<section class="panel"><h2>Answers</h2>${answerForm(who, answers ?? answersOf(listed), problems)}</section>` : ''}
${quarantined.length > 0 ? quarantine(record) : ''}
</div>
${about(record)}
</div>`,
    mails.length > 0
      ? html`<section class="panel"><h2>Mails and webhooks</h2>${mailTable(mails)}</section>`
      : html``,
    history.length > 0 ? changes(history) : html``,
  ])
}
