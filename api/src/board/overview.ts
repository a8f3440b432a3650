import { FIELDS, type FieldName } from '../../contract/waitlist.ts'
import { html, type Markup } from '../html.ts'
import { number } from '../operator/format.ts'
import { countGroups, type Group, type GroupCounts } from '../people/search.ts'
import { stats } from '../people/stats.ts'
import { labelled, sourceCounts } from '../people/stats-series.ts'
import { countMails, type MailCounts } from '../queue/tasks.ts'
import type { AddPages } from './add-pages.ts'
import { dayChart, daysOf, shareTable } from './charts.ts'
import { sendPage } from './page.ts'
import { GROUP_WORDS } from './words.ts'

const WEEK = 7

/** Confirmed and unconfirmed people as parts of one bar. */
function confirmedBar({ listed, confirmed }: GroupCounts): Markup {
  const share = listed === 0 ? 0 : (confirmed / listed) * 100
  return html`<p class="confirmed-share">${share.toFixed(0)}% confirmed</p><svg class="parts" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="rest" width="100" height="4"/><rect width="${share.toFixed(1)}" height="4"/></svg>`
}

const PARTS: readonly Group[] = ['confirmed', 'unconfirmed', 'left', 'quarantined']

const groupList = (counts: GroupCounts): Markup =>
  html`<dl class="groups">${PARTS.map(
    (group) =>
      html`<div data-state="${group}"><dt><a href="/people?show=${group}">${GROUP_WORDS[group]}</a></dt><dd>${number(counts[group])}</dd></div>`,
  )}</dl>`

const failedNotice = ({ failed }: MailCounts): Markup =>
  failed === 0
    ? html``
    : html`<p class="notice" data-kind="danger"><a href="/mail">${failed === 1 ? 'One mail or webhook has' : `${number(failed)} mails and webhooks have`} failed.</a></p>`

const panel = (title: string, content: Markup): Markup =>
  html`<section class="panel"><h2>${title}</h2>${content}</section>`

export const addOverview: AddPages = (app, board) => {
  app.get('/', (_request, reply) =>
    board.withSession(async (session) => {
      const counted = await stats(session)
      const groups = await countGroups(session)
      const mails = await countMails(session)
      const days = daysOf(counted, new Date())
      const lastWeek = days.slice(-WEEK).reduce((sum, [, value]) => sum + value, 0)
      const choices = Object.entries(counted.by).map(([name, counts]) =>
        panel(FIELDS[name as FieldName].label, shareTable(labelled(name, counts))),
      )
      return sendPage(reply, board, { title: 'Overview', within: '/' }, [
        failedNotice(mails),
        html`<div class="summary">
<p class="total"><strong>${number(groups.listed)}</strong> on the list<br><span>${number(lastWeek)} joined in the last ${String(WEEK)} days</span></p>
<div>${confirmedBar(groups)}${groupList(groups)}</div>
</div>`,
        panel('Joined per day (UTC)', dayChart(days)),
        html`<div class="columns">${[
          ...choices,
          panel('Source', shareTable(sourceCounts(counted, 'count'))),
          panel('Source of confirmed people', shareTable(sourceCounts(counted, 'confirmed'))),
        ]}</div>`,
      ])
    }),
  )
}
