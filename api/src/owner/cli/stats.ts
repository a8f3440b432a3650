import { COLUMNS, REFERRALS } from '../../../../contract/waitlist.ts'
import { findReferrers, type Referrer } from '../../list/referrals.ts'
import { COUNTED, type Stats, stats } from '../../list/stats.ts'
import {
  choiceTable,
  funnelTable,
  lastDays,
  sourceFunnels,
  visitsNote,
} from '../../list/stats-series.ts'
import {
  findLateConfirmations,
  type LateConfirmations,
  lateText,
} from '../../mail/confirmations.ts'
import { number } from '../../system/format.ts'
import type { AddCommand } from './context.ts'
import { examples, note, print, printJson, style, table } from './output.ts'

/** A table whose columns after the first are numbers, at the right. */
function numbers(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return table(
    rows.map(([label = '', ...cells]) => [
      label,
      ...cells.map((cell, index) => cell.padStart(widths[index + 1] ?? 0)),
    ]),
  )
}

const totals = ({ total, confirmed, left, quarantined, visits }: Stats): string =>
  [
    `${style('bold', 'Visits')}         ${number(visits)}`,
    `${style('bold', 'On the list')}    ${number(total)}`,
    `${style('bold', 'Confirmed')}      ${number(confirmed)}`,
    `${style('bold', 'Left')}           ${number(left)}`,
    `${style('bold', 'In quarantine')}  ${number(quarantined)}`,
  ].join('\n')

function showAll(counted: Stats, late: LateConfirmations): void {
  print(
    [
      totals(counted),
      ...(late.count > 0 ? [`${lateText(late)}.`] : []),
      numbers(funnelTable('Day (UTC)', lastDays(counted.per_day))),
      ...COUNTED.map((name) => numbers(choiceTable(name, counted.by[name] ?? []))),
      numbers(funnelTable('Source', sourceFunnels(counted))),
      visitsNote(counted),
    ].join('\n\n'),
  )
}

/** Referrers in the table. */
const MOST = 1_000

function showReferrers(referrers: readonly Referrer[]): void {
  if (referrers.length === 0) {
    note('Nobody has brought a friend who has confirmed yet.')
    return
  }
  const rows = referrers.map(({ email, referral_code, referrals, domains }) => [
    email,
    referral_code,
    number(referrals),
    number(domains),
  ])
  print(table([['Email', COLUMNS.referral_code.label, REFERRALS.label, 'Their domains'], ...rows]))
}

interface Options {
  readonly referrers?: true
  readonly json?: true
}

export const addStats: AddCommand = (program, { withSession, name, referrals }) => {
  const command = program
    .command('stats')
    .summary('count visits and people: per day, per choice, per source')
    .description(
      'Counts visits of the site and people on the list: in total, per day, per choice of a question, ' +
        'and per source, with the rates between visits, people who joined and people who confirmed. ' +
        'People who left and quarantined signups are counted separately.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples(name, 'stats', 'stats --json | jq .total'))
  // it has addresses, so `stats` alone does not print it
  if (referrals) command.option('--referrers', 'instead, who has brought friends')
  command.action(({ referrers: isReferrers, json }: Options) =>
    withSession(async (session) => {
      if (isReferrers) {
        const referrers = await findReferrers(session, MOST)
        return json ? printJson(referrers) : showReferrers(referrers)
      }
      const counted = await stats(session)
      if (json) printJson(counted)
      else showAll(counted, await findLateConfirmations(session))
    }),
  )
}
