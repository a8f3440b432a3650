import { html, type Markup } from '../../../../letters/html.ts'
import type { Sending } from '../../mail/queue/sendings.ts'
import { count, minute, safe } from '../../system/format.ts'
import { addressOf } from './request.ts'

type Cell = string | Markup

/**
 * Returns a table whose first column contains the row headings. A heading given as markup replaces the whole cell. On a
 * narrow screen, the table scrolls sideways, even with the keyboard.
 */
export const table = (
  name: string,
  headings: readonly Cell[],
  rows: readonly (readonly Cell[])[],
  kind: 'text' | 'numbers' = 'text',
): Markup => html`<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table class="${kind}">
${headings.length > 0 ? html`<thead><tr>${headings.map((heading) => (typeof heading === 'string' ? html`<th scope="col">${heading}</th>` : heading))}</tr></thead>` : ''}
<tbody>${rows.map(
  ([first = '', ...cells]) =>
    html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
)}</tbody></table></div>`

/** Shows a UTC time to the minute. */
export const timeOf = (time: string): Markup =>
  html`<time datetime="${time}">${minute(time)}</time>`

export const kindOf = ({ kind, about }: Sending): string => safe(about ? `${kind} ${about}` : kind)

export const stateOf = ({ state, attempts, reply }: Sending): string =>
  reply ? `${state} (${count(attempts, 'attempt')}, ${safe(reply)})` : state

/** Lists emails and webhooks with links to their people. */
export const sendingTable = (mails: readonly Sending[]): Markup =>
  table(
    'Emails and webhooks',
    ['Person', 'Kind', 'State', 'Time (UTC)'],
    mails.map((mail) => [
      html`<a href="${addressOf('/person', { who: mail.mailbox })}">${mail.mailbox}</a>`,
      ...[kindOf(mail), stateOf(mail)],
      timeOf(mail.at),
    ]),
  )
