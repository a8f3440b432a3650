import { answerText, FIELDS, type FieldName } from '../../../../contract/waitlist.ts'
import { number } from '../../system/format.ts'
import { type Funnel, NOTHING, rateOf, type SourceFunnel } from './funnel.ts'
import { type AnswerCount, COUNTED, type Stats } from './stats.ts'

/** The default number of days that the program shows. */
const DAYS = 14
const DAY = 86_400_000

/** Returns the last days, including empty ones. */
export function lastDays(
  perDay: Stats['per_day'],
  days = DAYS,
  today = new Date(),
): [day: string, funnel: Funnel][] {
  const funnels = new Map(perDay.map((funnel) => [funnel.day, funnel]))
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(today.getTime() - (days - 1 - index) * DAY).toISOString().slice(0, 10)
    return [day, funnels.get(day) ?? NOTHING]
  })
}

/** Limits the sources in a table, because anyone can invent one; `--json` lists them all. */
const SOURCES = 20

export const percent = (rate: number | null): string =>
  rate === null ? '–' : `${(rate * 100).toFixed(rate > 0 && rate < 0.1 ? 1 : 0)}%`

/** Returns a table for the terminal and the board, headings first. */
export const funnelTable = (
  heading: string,
  funnels: readonly (readonly [label: string, funnel: Funnel])[],
): string[][] => [
  [heading, 'Visits', 'Joined', 'of visits', 'Confirmed', 'of joined'],
  ...funnels.map(([label, { visits, joined, confirmed, join_rate, confirm_rate }]) => [
    label,
    ...[number(visits), number(joined), percent(join_rate)],
    ...[number(confirmed), percent(confirm_rate)],
  ]),
]

export const sourceName = ({ source }: Pick<SourceFunnel, 'source'>): string =>
  source ?? 'Direct or unknown'

export const sourceTable = ({ by_source }: Pick<Stats, 'by_source'>): string[][] =>
  funnelTable(
    'Source',
    by_source.slice(0, SOURCES).map((row) => [sourceName(row), row]),
  )

/** Returns a table with the number and share of each answer. */
export function choiceTable(name: FieldName, counts: readonly AnswerCount[]): string[][] {
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  return [
    [FIELDS[name].label, 'People', 'of all'],
    ...counts.map(({ answer, count }) => [
      answer === null ? 'No answer' : answerText(name, answer),
      number(count),
      percent(rateOf(count, all)),
    ]),
  ]
}

export const choiceTables = ({ by }: Stats): string[][][] =>
  COUNTED.map((name) => choiceTable(name, by[name] ?? []))

/** Returns a sentence that explains the rates. */
export const visitsNote = ({ visits_since }: Stats): string =>
  visits_since === null
    ? 'No visits have been counted yet, so there is no join rate.'
    : `Visits are page loads, counted since ${visits_since}. The rate compares them with the people who have joined through the form since then.`
