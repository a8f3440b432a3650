import { html, type Markup } from '../../../../letters/html.ts'
import type { Sending } from '../../mail/queue/sendings.ts'
import { count, minute, safe } from '../../system/format.ts'
import { addressOf } from './request.ts'

type Cell = string | Markup

/** Returns a table whose first cells are row headings. On a phone, the table scrolls sideways, also by keyboard. */
export const table = (
  name: string,
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  kind: 'text' | 'numbers' = 'text',
): Markup => html`<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table class="${kind}">
${headings.length > 0 ? html`<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>` : ''}
<tbody>${rows.map(
  ([first = '', ...cells]) =>
    html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
)}</tbody></table></div>`

/** Shows a UTC time to the minute. */
export const timeOf = (time: string): Markup =>
  html`<time datetime="${time}">${minute(time)}</time>`

/** Lists emails and webhooks of one person, or of all people with links to them. */
export const sendingTable = (mails: readonly Sending[], of: 'all' | 'one'): Markup =>
  table(
    'Emails and webhooks',
    ['Kind', 'State', 'Time (UTC)'],
    mails.map(({ kind, about, mailbox, state, attempts, reply, at }) => [
      html`${safe(about ? `${kind} ${about}` : kind)}${of === 'all' ? html`<br><a href="${addressOf('/person', { who: mailbox })}">${mailbox}</a>` : ''}`,
      reply ? `${state} (${count(attempts, 'attempt')}, ${safe(reply)})` : state,
      timeOf(at),
    ]),
  )
