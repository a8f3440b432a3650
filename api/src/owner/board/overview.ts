import { html, type Markup } from '../../../../letters/html.ts'
import {
  countGroups,
  type Group,
  type GroupCounts,
  quarantineText,
} from '../../list/people/groups.ts'
import { findReferrers } from '../../list/people/referrals.ts'
import { choiceTables, lastDays, sourceTable, visitsNote } from '../../list/stats/series.ts'
import { stats } from '../../list/stats/stats.ts'
import { findLateConfirmations, lateText } from '../../mail/queue/flood.ts'
import { countSendings } from '../../mail/queue/sendings.ts'
import { count, number, safe } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import { type AddPages, panel, sendPage } from './page.ts'
import { GROUP_WORDS } from './people.ts'
import { addressOf, type Board } from './request.ts'
import { table } from './tables.ts'

async function warnings(session: Session, groups: GroupCounts): Promise<Markup[]> {
  const { failed } = await countSendings(session)
  const late = await findLateConfirmations(session)
  const all: [number, string, string][] = [
    [failed, '/mail', `${count(failed, 'failed email or webhook', 'failed emails and webhooks')}.`],
    [groups.quarantined, '/people?show=quarantined', `${quarantineText(groups)}.`],
    [late.count, '/mail?show=waiting', `${lateText(late)}.`],
  ]
  const shown = all.filter(([amount]) => amount > 0)
  return shown.map(([, href, words]) => html`<article><a href="${href}">${words}</a></article>`)
}

const groupTable = (counts: GroupCounts): Markup =>
  table(
    'Groups',
    [],
    (Object.keys(GROUP_WORDS) as Group[]).map((group) => [
      html`<a href="/people?show=${group}">${GROUP_WORDS[group]}</a>`,
      number(counts[group]),
    ]),
    'numbers',
  )

function numberTable([headings = [], ...rows]: readonly (readonly string[])[]): Markup {
  const cells = rows.map((row) => row.map(safe))
  return table(headings[0] ?? '', headings, cells, 'numbers')
}

const CHART_DAYS = 30

/** Draws columns in a box of 10 by 100. */
function dayChart(what: string, days: readonly (readonly [string, number])[]): Markup {
  const most = Math.max(0, ...days.map(([, value]) => value))
  const columns = days.map(([day, value], index) => {
    const height = Math.round((value / (most || 1)) * 100)
    return html`<rect x="${String(index * 10)}" y="${String(100 - height)}" width="8" height="${String(height)}"><title>${day}: ${number(value)}</title></rect>`
  })
  const label = `${what}, from ${days[0]?.[0] ?? ''} to ${days.at(-1)?.[0] ?? ''}; at most ${number(most)} a day`
  return html`<figure><svg viewBox="0 0 ${String(days.length * 10)} 100" preserveAspectRatio="none" role="img" aria-label="${label}">${columns}</svg>
<figcaption>${label}</figcaption></figure>`
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
  get('/', async ({ session, reply }) => {
    const counted = await stats(session)
    const groups = await countGroups(session)
    const days = lastDays(counted.per_day, CHART_DAYS)
    const series = (of: 'visits' | 'joined') =>
      days.map(([day, funnel]): [string, number] => [day, funnel[of]])
    return sendPage(reply, board, 'Overview', [
      ...(await warnings(session, groups)),
      panel(`${number(groups.listed)} on the list`, groupTable(groups)),
      panel('Joined per day (UTC)', dayChart('People who joined', series('joined'))),
      panel('Visits per day (UTC)', dayChart('Visits', series('visits'))),
      panel(
        'Source',
        html`<p>The word in <code>?ref=</code> or <code>?utm_source=</code> of the link that people followed, else the website with the link. ${visitsNote(counted)}</p>${numberTable(sourceTable(counted))}`,
      ),
      ...choiceTables(counted).map((rows) => panel(rows[0]?.[0] ?? '', numberTable(rows))),
      await referrerPanel(session, board),
    ])
  })
}
