import { Option } from 'commander'
import { FIELDS } from '../../contract/waitlist.ts'
import { number } from '../operator/format.ts'
import { COUNTED, type Stats, stats } from '../people/stats.ts'
import { DAYS, labelled, lastDays, sourceCounts } from '../people/stats-series.ts'
import type { AddCommand } from './context.ts'
import { bars, examples, print, printJson, style } from './output.ts'

const chart = (heading: string, counts: readonly [string, number][]): string =>
  `${style('bold', heading)}\n${bars(counts)}`

/** The charts by the word after `--by`. */
const CHARTS: Readonly<Record<string, (counted: Stats) => readonly string[]>> = {
  day: ({ per_day }) => [chart(`Joined in the last ${DAYS} days (UTC)`, lastDays(per_day))],
  ...Object.fromEntries(
    COUNTED.map((name) => [
      name,
      ({ by }: Stats) => [chart(FIELDS[name].label, labelled(name, by[name] ?? {}))],
    ]),
  ),
  source: (counted) => [
    chart('Source', sourceCounts(counted, 'count')),
    chart('Source of confirmed people', sourceCounts(counted, 'confirmed')),
  ],
}

const totals = ({ total, confirmed, left, quarantined }: Stats): string =>
  [
    `${style('bold', 'On the list')}    ${number(total)}`,
    `${style('bold', 'Confirmed')}      ${number(confirmed)}`,
    `${style('bold', 'Left')}           ${number(left)}`,
    `${style('bold', 'In quarantine')}  ${number(quarantined)}`,
  ].join('\n')

function show(counted: Stats, by?: string): void {
  const names = by === undefined ? Object.keys(CHARTS) : [by]
  const charts = names.flatMap((name) => CHARTS[name]?.(counted) ?? [])
  print([...(by === undefined ? [totals(counted)] : []), ...charts].join('\n\n'))
}

interface Options {
  readonly by?: string
  readonly json?: true
}

export const addStats: AddCommand = (program, { withSession, name }) => {
  program
    .command('stats')
    .summary('count people: in total, per day, per choice, per source')
    .description(
      'Counts people on the list: in total, per day, per choice of a question, and per source. People ' +
        'who left and quarantined signups, whose hidden field was filled in, are counted separately.',
    )
    .addOption(new Option('--by <what>', 'one chart only').choices(Object.keys(CHARTS)))
    .option('--json', 'print JSON')
    .addHelpText('after', examples(name, 'stats', 'stats --by source', 'stats --json | jq .total'))
    .action(({ by, json }: Options) =>
      withSession(async (session) => {
        const counted = await stats(session)
        if (json) printJson(counted)
        else show(counted, by)
      }),
    )
}
