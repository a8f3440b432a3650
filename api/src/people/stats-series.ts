import { FIELDS, type FieldName } from '../../contract/waitlist.ts'
import type { Stats } from './stats.ts'

/** The days that are shown unless the caller chooses. */
export const DAYS = 14
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
