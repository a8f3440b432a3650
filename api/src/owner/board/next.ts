import { html, type Markup } from '../../../../letters/html.ts'
import { fillLabels } from '../../../../letters/placeholders.ts'
import { MAIL_KINDS } from '../../mail/kinds.ts'
import { listLetters } from '../../mail/queue/cancel.ts'
import { owedText } from '../../mail/queue/owed.ts'
import { reportQueue } from '../../mail/queue/sendings.ts'
import { count, minute, safe } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import { panel } from './page.ts'
import { addressOf } from './request.ts'

/** Lists in words the emails that wait or are being sent, apart from announced letters. */
async function underWay(session: Session): Promise<string> {
  const { kinds } = await reportQueue(session)
  return owedText(
    MAIL_KINDS.filter((kind) => kind !== 'announce')
      .map((kind) => {
        const report = kinds.find((each) => each.kind === kind)
        return { kind, count: (report?.waiting ?? 0) + (report?.sending ?? 0) }
      })
      .filter((each) => each.count > 0),
  )
}

/** Shows the letters that are planned and the emails that are under way. */
export async function comingNext(session: Session): Promise<Markup> {
  const letters = await listLetters(session)
  const waiting = await underWay(session)
  const items = [
    ...(waiting ? [html`<li><a href="/mail?show=waiting">Under way: ${waiting}</a></li>`] : []),
    ...letters.map(
      ({ id, subject, people, next_at }) =>
        html`<li>“${safe(fillLabels(subject))}” to ${count(people, 'person', 'people')}, ${next_at ? `from ${minute(next_at)} UTC` : 'once emails can be sent'}: <a href="${addressOf('/test', { letter: id })}">send a test</a> or <a href="${addressOf('/cancel', { letter: id })}">withdraw</a></li>`,
    ),
  ]
  return panel(
    'Next',
    html`${items.length === 0 ? html`<p>No letters or invitations are waiting.</p>` : html`<ul>${items}</ul>`}
<form action="/invite"><label for="count">Invite the next people in line</label>
<div role="group"><input type="number" id="count" name="count" value="20" min="1"><button>Preview</button></div></form>
<p><a href="/test">Send a test of a letter</a></p>`,
  )
}
