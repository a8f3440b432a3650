import { html, type Markup } from '../../../../letters/html.ts'
import { countGroups, type Group } from '../../list/people/groups.ts'
import { findReferrers } from '../../list/people/referrers.ts'
import { rateOf } from '../../list/stats/funnel.ts'
import {
  choiceTables,
  funnelTable,
  lastDays,
  percent,
  sourceName,
  sourceTable,
  visitsNote,
} from '../../list/stats/series.ts'
import { type Stats, stats } from '../../list/stats/stats.ts'
import { count, number, safe } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import { attention } from './attention.ts'
import { dayChart, shareBar } from './chart.ts'
import { comingNext } from './next.ts'
import { type AddPages, notice, panel, sendPage } from './page.ts'
import { GROUP_WORDS } from './people.ts'
import { addressOf, type Board } from './request.ts'
import { table } from './tables.ts'

const DAYS = 30

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0)

/** Says how fast people join: today, in the last seven days, and in the seven days before those. */
function pace(joined: readonly number[]): string {
  const [week, before] = [sum(joined.slice(-7)), sum(joined.slice(-14, -7))]
  const change = Math.round((week / before - 1) * 100)
  const compared =
    before === 0 || change === 0 ? '' : `, ${Math.abs(change)}% ${change > 0 ? 'more' : 'fewer'}`
  return `${number(joined.at(-1) ?? 0)} joined today, ${number(week)} in the last seven days, ${number(before)} in the seven days before${compared}.`
}

interface Step {
  readonly group: Group
  readonly amount: number
  readonly rate: number | null
  readonly of: string
}

const stepsOf = ({ total, confirmed, invited, claimed, ...counted }: Stats): Step[] => [
  { group: 'listed', amount: total, rate: counted.join_rate, of: count(counted.visits, 'visit') },
  { group: 'confirmed', amount: confirmed, rate: counted.confirm_rate, of: 'the list' },
  { group: 'invited', amount: invited, rate: rateOf(invited, confirmed), of: 'confirmed' },
  { group: 'claimed', amount: claimed, rate: rateOf(claimed, invited), of: 'invited' },
]

/** Shows the funnel from a visit to a claimed place. Each bar is the share of the previous step that got this far. */
const way = (steps: readonly Step[]): Markup =>
  html`<ol class="way">${steps.map(
    ({ group, amount, rate, of }) =>
      html`<li><a href="/people?show=${group}"><span>${GROUP_WORDS[group]}</span> <strong>${number(amount)}</strong> ${shareBar(rate)}<small>${percent(rate)} of ${of}</small></a></li>`,
  )}</ol>`

function numberTable([headings = [], ...rows]: readonly (readonly string[])[]): Markup {
  const cells = rows.map((row) => row.map(safe))
  return table(headings[0] ?? '', headings, cells, 'numbers')
}

const SOURCES = 5

/** Shows the sources with the most people who confirmed. */
function bestSources({ by_source }: Stats): Markup {
  const best = by_source
    .filter(({ confirmed }) => confirmed > 0)
    .toSorted((one, other) => other.confirmed - one.confirmed)
    .slice(0, SOURCES)
  const rows = best.map((source) => [
    safe(sourceName(source)),
    html`<div class="bar">${shareBar(source.confirmed / (best[0]?.confirmed ?? 1))}${number(source.confirmed)}</div>`,
    percent(source.confirm_rate),
  ])
  return rows.length === 0
    ? html`<p>No one has confirmed yet.</p>`
    : table('Top sources', ['Source', 'Confirmed', 'of joined'], rows, 'numbers')
}

const REFERRERS = 10

/** Shows people with the most friends, with links to their records. Empty without friends. */
async function referrerPanel(session: Session, { referrals }: Board): Promise<Markup> {
  const referrers = referrals ? await findReferrers(session, REFERRERS) : []
  if (referrers.length === 0) return html``
  const rows = referrers.map(({ email, mailbox, referrals, domains }) => [
    html`<a href="${addressOf('/person', { who: mailbox })}">${safe(email)}</a>`,
    number(referrals),
    count(domains, 'domain'),
  ])
  return panel('Top referrers', table('Top referrers', [], rows, 'numbers'))
}

export const addOverview: AddPages = ({ get }, board) => {
  get('/', async ({ session, sent: { done }, reply }) => {
    const counted = await stats(session)
    const groups = await countGroups(session)
    const days = lastDays(counted.per_day, DAYS)
    const series = (of: 'visits' | 'joined') =>
      days.map(([day, funnel]): [string, number] => [day, funnel[of]])
    return sendPage(reply, board, 'Overview', [
      notice(done),
      html`<p class="pace">${pace(series('joined').map(([, joined]) => joined))}</p>`,
      await attention(session, groups, board),
      way(stepsOf(counted)),
      html`<section class="charts" aria-label="The last ${String(DAYS)} days (UTC)">${dayChart('Joined', series('joined'))}${dayChart('Visits', series('visits'))}
<details><summary>Daily numbers</summary>${numberTable(funnelTable('Day (UTC)', days.toReversed()))}</details></section>
<div class="grid">${panel('Top sources', bestSources(counted))}${await comingNext(session)}</div>
<div class="grid">${choiceTables(counted).map((rows) => panel(rows[0]?.[0] ?? '', numberTable(rows)))}${await referrerPanel(session, board)}</div>`,
      panel(
        'All sources',
        html`<p>The word in <code>?ref=</code> or <code>?utm_source=</code> in the link that people followed, or else the website with the link. ${visitsNote(counted)}</p>${numberTable(sourceTable(counted))}`,
      ),
    ])
  })
}
