import { FIELDS } from '../../../../contract/waitlist.ts'
import { html, type Markup } from '../../../../letters/html.ts'
import { countGroups, type Group, type GroupCounts } from '../../list/groups.ts'
import { COUNTED, type Stats, stats } from '../../list/stats.ts'
import { choiceTable, funnelTable, sourceFunnels, visitsNote } from '../../list/stats-series.ts'
import { number } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import { dayChart, daysOf } from './charts.ts'
import { numberTable } from './tables.ts'
import { GROUP_WORDS } from './words.ts'

const WEEK = 7

/** Confirmed and unconfirmed people as parts of one bar. */
function confirmedBar({ listed, confirmed }: GroupCounts): Markup {
  const share = listed === 0 ? 0 : (confirmed / listed) * 100
  return html`<label>${share.toFixed(0)}% confirmed <progress value="${share.toFixed(1)}" max="100"></progress></label>`
}

const PARTS: readonly Group[] = ['confirmed', 'unconfirmed', 'left', 'quarantined']

const groupTable = (counts: GroupCounts): Markup =>
  html`<table>${PARTS.map(
    (group) =>
      html`<tr><th scope="row"><a href="/people?show=${group}">${GROUP_WORDS[group]}</a></th><td class="count">${number(counts[group])}</td></tr>`,
  )}</table>`

const panel = (title: string, content: Markup): Markup =>
  html`<article><h2>${title}</h2>${content}</article>`

const sources = (counted: Stats): Markup =>
  panel(
    'Source',
    html`<p>The word in <code>?ref=</code> or <code>?utm_source=</code> of the link that people followed, else the website with the link. ${visitsNote(counted)}</p>${numberTable(funnelTable('Source', sourceFunnels(counted)))}`,
  )

/** What the list has in numbers and charts, without personal data. */
export async function readStatistics(session: Session, now: Date): Promise<readonly Markup[]> {
  const counted = await stats(session)
  const groups = await countGroups(session)
  const days = daysOf(counted, now)
  const lastWeek = days.slice(-WEEK)
  const sumOf = (of: 'visits' | 'joined') =>
    lastWeek.reduce((sum, [, funnel]) => sum + funnel[of], 0)
  const series = (of: 'visits' | 'joined') =>
    days.map(([day, funnel]): [string, number] => [day, funnel[of]])
  const choices = COUNTED.map((name) =>
    panel(FIELDS[name].label, numberTable(choiceTable(name, counted.by[name] ?? []))),
  )
  return [
    html`<div class="grid">
<p class="total"><strong>${number(groups.listed)}</strong> on the list<br><small>${number(sumOf('joined'))} joined, imports included, and ${number(sumOf('visits'))} visits in the last ${String(WEEK)} days</small></p>
<div>${confirmedBar(groups)}${groupTable(groups)}</div>
</div>`,
    panel('Joined per day (UTC)', dayChart('People who joined', series('joined'))),
    panel('Visits per day (UTC)', dayChart('Visits', series('visits'))),
    sources(counted),
    ...choices,
  ]
}
