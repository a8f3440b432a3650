import { median } from '../../../tests/support/median.ts'
import { atMost, below, type Target } from '../report.ts'
import type { Figures } from './lighthouse.ts'
import type { Scroll } from './scrolling.ts'

/** The medians of a route in all rounds. */
export interface SiteRow extends Figures {
  readonly path: string
  /** Total blocking time without scripts, in milliseconds. */
  readonly bare: number
  /** The time of a client navigation to it, in milliseconds. */
  readonly navigation: number
}

/** The targets of every route. */
const LIMITS = { fcp: 900, lcp: 1340, cls: 0.0005, navigation: 100 } as const

/** A page blocks for at most 1.5 times what it does without its scripts, or 20 ms. */
const blockingShare = ({ tbt, bare }: SiteRow): number => tbt / Math.max(1.5 * bare, 20)

export const mediansOf = (found: readonly Figures[]): Figures => {
  const [first] = found
  if (!first) throw new Error('Nothing was measured.')
  const names = Object.keys(first) as (keyof Figures)[]
  return Object.fromEntries(
    names.map((name) => [name, median(found.map((figures) => figures[name]))]),
  ) as unknown as Figures
}

const worst = (rows: readonly SiteRow[], name: keyof typeof LIMITS): number =>
  Math.max(...rows.map((row) => row[name]))

/** Compares the worst route with the target, and the visits of a slow phone with theirs. */
export const targetsOf = (
  rows: readonly SiteRow[],
  { formUsable, late, dropped }: Scroll & { formUsable: number },
): Target[] => [
  ...(Object.keys(LIMITS) as (keyof typeof LIMITS)[]).map((name) =>
    below(`${name}, worst route`, LIMITS[name], worst(rows, name)),
  ),
  atMost('tbt, share of its limit, worst route', 1, Math.max(...rows.map(blockingShare))),
  below('form usable, slow phone', 2500, formUsable),
  atMost('late frames of a scroll, slow phone', 0.1, late),
  atMost('dropped frames of a scroll, slow phone', 0.01, dropped),
]

const COLUMNS = {
  performance: 0,
  accessibility: 0,
  practices: 0,
  seo: 0,
  fcp: 0,
  lcp: 0,
  tbt: 0,
  bare: 0,
  speedIndex: 0,
  cls: 3,
  bytes: 0,
  requests: 0,
  navigation: 0,
  machine: 0,
} as const satisfies Record<Exclude<keyof SiteRow, 'path'>, number>

/** One line per route; the number of decimals differs by column. */
export function siteTable(rows: readonly SiteRow[]): string {
  const names = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]
  const line = (first: string, cells: readonly string[]) =>
    first.padEnd(12) +
    cells.map((cell, index) => cell.padStart(Math.max(5, names[index]?.length ?? 0) + 2)).join('')
  return [
    line('', names),
    ...rows.map((row) =>
      line(
        row.path,
        names.map((name) => row[name].toFixed(COLUMNS[name])),
      ),
    ),
  ].join('\n')
}
