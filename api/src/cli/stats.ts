import { Option } from 'commander'
import { FIELDS, type FieldName } from '../../contract/waitlist.ts'
import { COUNTED, type Stats, stats } from '../people/stats.ts'
import type { AddCommand } from './context.ts'
import { bars, examples, number, print, printJson, style } from './output.ts'

const DAYS = 14
const DAY = 86_400_000

/** The last days, including those without a signup. */
export function lastDays(
  perDay: Stats['per_day'],
  days = DAYS,
  today = new Date(),
): [string, number][] {
  const counts = new Map(perDay.map(({ day, count }) => [day, count]))
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(today.getTime() - (days - 1 - index) * DAY).toISOString().slice(0, 10)
    return [day, counts.get(day) ?? 0]
  })
}

/** The counts of a question's choices, by label. */
export function labelled(
  name: string,
  counts: Readonly<Record<string, number>>,
): [string, number][] {
  const field = FIELDS[name as FieldName]
  const options: readonly { value: string; label: string }[] =
    'options' in field ? field.options : []
  return Object.entries(counts).map(([value, count]) => [
    options.find((option) => option.value === value)?.label ?? value,
    count,
  ])
}

/** Sources in one chart. Anybody can make up sources. */
const SOURCES = 20

/** People by source, most first. The smallest sources are counted together. */
export function sourceCounts(
  { by_source }: Stats,
  of: 'count' | 'confirmed',
): [label: string, count: number][] {
  const counts = by_source
    .map((row): [string, number] => [row.source ?? 'Direct or unknown', row[of]])
    .toSorted(([, one], [, other]) => other - one)
  const others = counts.slice(SOURCES).reduce((sum, [, count]) => sum + count, 0)
  return [
    ...counts.slice(0, SOURCES),
    ...(others > 0 ? [['Others', others] satisfies [string, number]] : []),
  ]
}

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

const totals = ({ total, confirmed, left, trapped }: Stats): string =>
  [
    `${style('bold', 'On the list')}    ${number(total)}`,
    `${style('bold', 'Confirmed')}      ${number(confirmed)}`,
    `${style('bold', 'Left')}           ${number(left)}`,
    `${style('bold', 'In quarantine')}  ${number(trapped)}`,
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
