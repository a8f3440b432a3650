import { html, type Markup } from '../html.ts'
import { count, number } from '../operator/format.ts'
import {
  countTasks,
  type ListedTask,
  listTasks,
  TASKS_SHOWN,
  type TaskCounts,
  type TaskState,
} from '../outbox/list.ts'
import { retry } from '../outbox/retry.ts'
import type { AddPages } from './add-pages.ts'
import { actionForm, notice, sendPage } from './page.ts'
import { addressOf, formOf, keyOf, queryOf, textOf } from './request.ts'
import { STATE_WORDS, tag, taskText, timeOf } from './words.ts'

const retryButton = ({ email_key: who }: ListedTask): Markup =>
  actionForm(
    '/mail/retry',
    { who },
    html`<button class="quiet button">Try again<span class="hidden">: ${who}</span></button>`,
  )

const attemptsOf = ({ attempts, reply }: ListedTask): string =>
  `${count(attempts, 'attempt')}${reply ? `, ${reply}` : ''}`

const row = (mail: ListedTask): Markup => {
  const { kind, about, state, email_key, at } = mail
  return html`<li>
<strong>${taskText(kind, about)}</strong>
<a href="${addressOf('/person', { who: email_key })}">${email_key}</a>
<span class="answers">${attemptsOf(mail)}</span>
${tag(state, STATE_WORDS[state])}
${timeOf(at)}
${state === 'failed' ? retryButton(mail) : ''}
</li>`
}

const stateLinks = (current: TaskState, counts: TaskCounts): Markup =>
  html`<nav class="filters" aria-label="States"><ul>${Object.entries(counts).map(
    ([state, value]) =>
      html`<li><a href="${addressOf('/mail', { show: state })}"${state === current ? html` aria-current="true"` : ''}>${STATE_WORDS[state as TaskState]} <span>${number(value)}</span></a></li>`,
  )}</ul></nav>`

const EMPTY: Readonly<Record<TaskState, string>> = {
  failed: 'Nothing has failed.',
  waiting: 'Nothing is waiting.',
  sent: 'Nothing has been sent yet.',
}

const retryAll = html`<button class="button">Try all of them again</button>`

export const addMail: AddPages = (app, board) => {
  app.get('/mail', (request, reply) =>
    board.withSession(async (session) => {
      const { show, done } = queryOf(request)
      const counts = await countTasks(session)
      const state = keyOf(show, EMPTY, counts.failed > 0 ? 'failed' : 'waiting')
      const mails = await listTasks(session, state)
      return sendPage(reply, board, { title: 'Emails', within: '/mail' }, [
        notice(done),
        html`<p class="lead">Emails and webhooks, waiting and finished, and erasures that wait. Finished ones are deleted after 90 days.</p>`,
        stateLinks(state, counts),
        mails.length === 0
          ? html`<p class="empty">${EMPTY[state]}</p>`
          : html`<ul class="mails">${mails.map(row)}</ul>`,
        mails.length === TASKS_SHOWN
          ? html`<p class="empty">Only ${String(TASKS_SHOWN)} are shown.</p>`
          : html``,
        state === 'failed' && mails.length > 1 ? actionForm('/mail/retry', {}, retryAll) : html``,
      ])
    }),
  )

  app.post('/mail/retry', (request, reply) =>
    board.withSession(async (session) => {
      await retry(session, textOf(formOf(request)['who']) || undefined)
      return reply.redirect(addressOf('/mail', { show: 'waiting', done: 'retried' }), 303)
    }),
  )
}
