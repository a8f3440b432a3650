import { html } from '../../../../letters/html.ts'
import { MAIL_STATES } from '../../mail/kinds.ts'
import { retry } from '../../mail/queue/retry-by-owner.ts'
import { countSendings, listSendings } from '../../mail/queue/sendings.ts'
import { number } from '../../system/format.ts'
import { type AddPages, form, links, notice, sendPage } from './page.ts'
import { addressOf, keyOf } from './request.ts'
import { sendingTable } from './tables.ts'

const SHOWN = 100

export const addMail: AddPages = ({ get, post }, board) => {
  get('/mail', async ({ session, sent: { show, done }, reply }) => {
    const counts = await countSendings(session)
    const first = (['failed', ...MAIL_STATES] as const).find((state) => counts[state] > 0)
    const current = keyOf(show, counts, first ?? 'waiting')
    const mails = await listSendings(session, current, SHOWN)
    const states = MAIL_STATES.map((state) => ({
      words: `${state} ${number(counts[state])}`,
      href: addressOf('/mail', { show: state }),
      isCurrent: state === current,
    }))
    return sendPage(reply, board, 'Emails', [
      notice(done),
      html`<p>Emails and webhooks. Most finished ones are deleted after 90 days. Up to ${String(SHOWN)} per state are shown.</p>`,
      html`<nav aria-label="States">${links(states)}</nav>`,
      mails.length === 0
        ? html`<p>There are no emails or webhooks in this state.</p>`
        : sendingTable(mails),
      current === 'failed' && mails.length > 0
        ? form('/mail/retry', {}, html`<button>Retry all</button>`)
        : html``,
    ])
  })

  post('/mail/retry', async ({ session, sent: { who }, reply }) => {
    await retry(session, who)
    return reply.redirect(addressOf('/mail', { show: 'waiting', done: 'retried' }), 303)
  })
}
