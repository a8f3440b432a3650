import { html, type Markup } from '../../../../letters/html.ts'
import { countGroups, type GroupCounts, quarantineText } from '../../list/groups.ts'
import { findReferrers } from '../../list/referrals.ts'
import { findLateConfirmations, type LateConfirmations, lateText } from '../../mail/late.ts'
import { countSendings, type SendingCounts } from '../../mail/sendings.ts'
import { count, number, safe } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import { type AddPages, sendPage } from './page.ts'
import { addressOf } from './request.ts'
import { readStatistics } from './statistics.ts'

const failedNotice = ({ failed }: SendingCounts): Markup =>
  failed === 0
    ? html``
    : html`<p class="notice danger"><a href="/mail">${failed === 1 ? 'One email or webhook has' : `${number(failed)} emails and webhooks have`} failed.</a></p>`

const quarantineNotice = (counts: GroupCounts): Markup =>
  counts.quarantined === 0
    ? html``
    : html`<p class="notice"><a href="/people?show=quarantined">${quarantineText(counts)}.</a></p>`

const lateNotice = (late: LateConfirmations): Markup =>
  late.count === 0
    ? html``
    : html`<p class="notice danger"><a href="/mail?show=waiting">${lateText(late)}.</a></p>`

const REFERRERS = 10

/** Those who have brought most friends, with links to their records. Empty without friends. */
async function referrerPanel(session: Session): Promise<Markup> {
  const referrers = await findReferrers(session, REFERRERS)
  if (referrers.length === 0) return html``
  return html`<article><h2>Top referrers</h2><table>${referrers.map(
    ({ email, email_key, referrals, domains }) =>
      html`<tr><th scope="row"><a href="${addressOf('/person', { who: email_key })}">${safe(email)}</a></th><td class="count">${number(referrals)}</td><td class="count">${count(domains, 'domain')}</td></tr>`,
  )}</table></article>`
}

export const addOverview: AddPages = ({ get }, board) => {
  get('/', async ({ session, reply }) =>
    sendPage(reply, board, { title: 'Overview', within: '/' }, [
      failedNotice(await countSendings(session)),
      quarantineNotice(await countGroups(session)),
      lateNotice(await findLateConfirmations(session)),
      ...(await readStatistics(session, new Date())),
      board.referrals ? await referrerPanel(session) : html``,
    ]),
  )
}
