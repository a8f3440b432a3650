import { html, type Markup } from '../../../../letters/html.ts'
import { MAIL_STATES, type MailState } from '../../mail/mails.ts'
import { retry } from '../../mail/retry.ts'
import {
  countSendings,
  listSendings,
  type Sending,
  type SendingCounts,
} from '../../mail/sendings.ts'
import { count, number, safe } from '../../system/format.ts'
import { type AddPages, actionForm, notice, sendPage } from './page.ts'
import { addressOf, keyOf } from './request.ts'
import { listTable } from './tables.ts'
import { STATE_WORDS, sendingText, tag, timeOf } from './words.ts'

const SHOWN = 100

const HEADINGS = ['Email or webhook', 'State', 'Attempts', 'Time (UTC)']

const retryButton = ({ email_key: who }: Sending): Markup =>
  actionForm(
    '/mail/retry',
    { who },
    html`<button class="outline" aria-label="Try again: ${who}">Try again</button>`,
  )

const attemptsOf = ({ attempts, reply }: Sending): string =>
  `${count(attempts, 'attempt')}${reply ? `, ${safe(reply)}` : ''}`

const row = (mail: Sending): Markup => {
  const { kind, about, state, email_key, at } = mail
  return html`<tr>
<td>${sendingText(kind, about)}<br><a href="${addressOf('/person', { who: email_key })}">${email_key}</a></td>
<td>${tag(state, STATE_WORDS[state])}</td>
<td>${attemptsOf(mail)}</td>
<td>${timeOf(at)}</td>
${state === 'failed' ? html`<td>${retryButton(mail)}</td>` : ''}
</tr>`
}

/** A state without a row is no choice, unless it is shown. */
const stateLinks = (current: MailState, counts: SendingCounts): Markup =>
  html`<nav aria-label="States"><ul>${MAIL_STATES.filter(
    (state) => counts[state] > 0 || state === current,
  ).map(
    (state) =>
      html`<li><a href="${addressOf('/mail', { show: state })}"${state === current ? html` aria-current="true"` : ''}>${STATE_WORDS[state]} <small>${number(counts[state])}</small></a></li>`,
  )}</ul></nav>`

const EMPTY: Readonly<Record<MailState, string>> = {
  waiting: 'Nothing is waiting.',
  sending: 'Nothing is being sent.',
  sent: 'Nothing has been sent yet.',
  written: 'Nothing was written to a file.',
  failed: 'Nothing has failed.',
  withdrawn: 'Nothing was withdrawn.',
}

const retryAll = html`<button>Try all of them again</button>`

export const addMail: AddPages = ({ get, post }, board) => {
  get('/mail', async ({ session, sent: { show, done }, reply }) => {
    const counts = await countSendings(session)
    const state = keyOf(show, EMPTY, counts.failed > 0 ? 'failed' : 'waiting')
    const mails = await listSendings(session, state, SHOWN)
    return sendPage(reply, board, { title: 'Emails', within: '/mail' }, [
      notice(done),
      html`<p>Emails and webhooks, waiting and finished. Finished ones are deleted after 90 days.</p>`,
      stateLinks(state, counts),
      mails.length === 0
        ? html`<p>${EMPTY[state]}</p>`
        : listTable(state === 'failed' ? [...HEADINGS, 'Retry'] : HEADINGS, mails.map(row)),
      mails.length === SHOWN ? html`<p>Only ${String(SHOWN)} are shown.</p>` : html``,
      state === 'failed' && mails.length > 1 ? actionForm('/mail/retry', {}, retryAll) : html``,
    ])
  })

  post('/mail/retry', async ({ session, sent: { who }, reply }) => {
    await retry(session, who)
    return reply.redirect(addressOf('/mail', { show: 'waiting', done: 'retried' }), 303)
  })
}
