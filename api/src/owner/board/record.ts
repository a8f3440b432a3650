import type { FastifyReply } from 'fastify'
import { answerText, HONEYPOT, isTime } from '../../../../contract/waitlist.ts'
import { html, type Markup } from '../../../../letters/html.ts'
import { personFacts } from '../../list/facts.ts'
import { type Found, find } from '../../list/find.ts'
import { groupOf } from '../../list/groups.ts'
import type { HistoryEntry } from '../../list/history.ts'
import { type Person, withoutReferrals } from '../../list/person.ts'
import { ANSWER_NAMES } from '../../list/signup.ts'
import type { Sending } from '../../mail/sendings.ts'
import { safe } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import { type Answers, answerForm, answersOf, type Problems } from './answer-form.ts'
import { NOTHING_STORED } from './errors.ts'
import { actionForm, type Board, notice, sendPage } from './page.ts'
import { addressOf } from './request.ts'
import { listTable } from './tables.ts'
import { GROUP_WORDS, nameOf, STATE_WORDS, sendingText, tag, timeOf } from './words.ts'

/** Everything that is stored about a person. */
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

/** Whether `wantConfirmation` would queue an email. */
const isWaiting = (person: Person): boolean =>
  groupOf(person) === 'unconfirmed' && !person.undeliverable_at

const factRow = (label: string, value: Markup): Markup =>
  html`<tr><th scope="row">${label}</th><td>${value}</td></tr>`

const rowsOf = (facts: ReturnType<typeof personFacts>): Markup[] =>
  facts.map(({ name, label, value }) =>
    factRow(
      name === HONEYPOT ? 'Suspicious' : label,
      isTime(name) ? timeOf(value) : html`${safe(answerText(name, value))}`,
    ),
  )

const factTable = (rows: readonly Markup[]): Markup => html`<table>${rows}</table>`

const factsOf = (person: Person): Markup => factTable(rowsOf(personFacts(person)))

/** Everything stored about a person as text, for the page that asks before an erasure. */
export const summary = ({ listed, quarantined }: PersonRecord): Markup[] =>
  [...(listed ? [listed] : []), ...quarantined].map(factsOf)

const changes = (history: readonly HistoryEntry[]): Markup =>
  html`<article><h2>Changed by the owner</h2><ul>${history.map(
    ({ at, command, detail }) =>
      html`<li>${timeOf(at)} ${safe(`${command} ${Object.values(detail).join(' ')}`)}</li>`,
  )}</ul></article>`

const quarantine = ({ who, quarantined }: PersonRecord): Markup =>
  html`<article><h2>${GROUP_WORDS.quarantined}</h2>
<p>The hidden field was filled in, or an answer contains a link. If this is a person, release the signup: it moves to the list and keeps its time.</p>
${quarantined.map(factsOf)}
${actionForm('/person/release', { who }, html`<button>Release</button>`)}
</article>`

const actions = ({ who, listed }: PersonRecord): Markup =>
  html`<div class="actions">
${listed && isWaiting(listed) ? actionForm('/person/resend', { who }, html`<button class="outline">Send the confirmation again</button>`) : ''}
<a class="danger" href="${addressOf('/person/erase', { who })}">Erase</a>
</div>`

function about(record: PersonRecord): Markup {
  const { listed } = record
  const group = listed ? groupOf(listed) : 'quarantined'
  const state = factRow('State', tag(group, GROUP_WORDS[group]))
  const facts = listed
    ? personFacts(listed).filter(({ name }) => !ANSWER_NAMES.some((answer) => answer === name))
    : []
  return html`<article><h2>Record</h2>${factTable([state, ...rowsOf(facts)])}${actions(record)}</article>`
}

const mailRow = ({ at, kind, about, state, reply }: Sending): Markup =>
  html`<tr><td>${sendingText(kind, about)}</td><td>${tag(state, STATE_WORDS[state])}</td><td>${safe(reply ?? '')}</td><td>${timeOf(at)}</td></tr>`

const mailList = ({ who, mails }: PersonRecord): Markup =>
  html`<article><h2>Emails and webhooks</h2>${listTable(['Email or webhook', 'State', 'Reply', 'Time (UTC)'], mails.map(mailRow))}
${mails.some(({ state }) => state === 'failed') ? actionForm('/mail/retry', { who }, html`<button class="outline">Try failed ones again</button>`) : ''}</article>`

/** The result of the form that was sent: what was typed, or a word in the address. */
export interface Typed {
  readonly answers?: Answers
  readonly problems?: Problems
  readonly done?: string | undefined
}

export function recordPage(
  reply: FastifyReply,
  board: Board,
  record: PersonRecord,
  { answers, problems = {}, done }: Typed = {},
): FastifyReply {
  const { who, listed, quarantined, history, mails } = record
  const shown = listed ?? quarantined[0]
  const name = nameOf(shown ? answersOf(shown) : {}, shown?.email ?? who)
  const title = Object.keys(problems).length > 0 ? `Not saved: ${name}` : name
  const within = listed ? '/people' : '/people?show=quarantined'
  return sendPage(reply, board, { title, heading: name, within }, [
    notice(done),
    Object.keys(problems).length > 0
      ? html`<p class="notice danger" role="alert">Nothing was saved. Correct what is marked below.</p>`
      : html``,
    html`<div class="grid">
<div>
${listed ? html`<article><h2>Answers</h2>${answerForm(who, answers ?? answersOf(listed), problems)}</article>` : ''}
${quarantined.length > 0 ? quarantine(record) : ''}
</div>
${about(record)}
</div>`,
    mails.length > 0 ? mailList(record) : html``,
    history.length > 0 ? changes(history) : html``,
  ])
}
