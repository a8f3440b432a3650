import { median } from '../../tests/support/median.ts'
import type { Measurement } from './measure.ts'

/** One line of the table: a contender under a load in all rounds. */
export interface Row {
  readonly name: string
  readonly connections: number
  readonly rates: readonly number[]
  readonly rate: number
  readonly p50: number | undefined
  readonly p99: number | undefined
}

/** A target: a ratio of rates in the same rounds, or milliseconds. */
export interface Target {
  readonly what: string
  readonly wanted: string
  readonly found: number | undefined
  readonly met: boolean | undefined
}

const medianOf = (values: readonly (number | undefined)[]): number | undefined => {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : median(known)
}

export const rowOf = (
  name: string,
  connections: number,
  measurements: readonly Measurement[],
): Row => ({
  name,
  connections,
  rates: measurements.map(({ rate }) => rate),
  rate: median(measurements.map(({ rate }) => rate)),
  p50: medianOf(measurements.map(({ p50 }) => p50)),
  p99: medianOf(measurements.map(({ p99 }) => p99)),
})

/** The ratio of each round, because a busy machine slows both contenders. */
export const ratios = (one: Row, other: Row): number[] =>
  one.rates.map((rate, round) => rate / (other.rates[round] ?? Number.NaN))

export const ratio = (one: Row | undefined, other: Row | undefined): number | undefined =>
  one && other && median(ratios(one, other))

export const atLeast = (what: string, wanted: number, found: number | undefined): Target => ({
  what,
  wanted: `≥ ${wanted}`,
  found,
  met: found === undefined ? undefined : found >= wanted,
})

export const below = (what: string, wanted: number, found: number | undefined): Target => ({
  what,
  wanted: `< ${wanted}`,
  found,
  met: found === undefined ? undefined : found < wanted,
})

export const atMost = (what: string, wanted: number, found: number | undefined): Target => ({
  what,
  wanted: `≤ ${wanted}`,
  found,
  met: found === undefined ? undefined : found <= wanted,
})

const ms = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(2))

const line = (cells: readonly string[]): string => {
  const [first = '', ...others] = cells
  return first.padEnd(44) + others.map((cell) => cell.padStart(12)).join('')
}

/** The targets and the measured values, for the terminal. */
export function targetTable(targets: readonly Target[]): string {
  const said = (met: boolean | undefined) =>
    met === undefined ? 'not run' : met ? 'met' : 'MISSED'
  return [
    line(['', 'wanted', 'found', '']),
    ...targets.map(({ what, wanted, found, met }) => line([what, wanted, ms(found), said(met)])),
  ].join('\n')
}

/** The table as text, for the terminal. */
export const tableOf = (rows: readonly Row[]): string =>
  [
    line(['', 'connections', 'signups/s', 'p50 ms', 'p99 ms']),
    ...rows.map(({ name, connections, rate, p50, p99 }) =>
      line([name, String(connections), rate.toFixed(0), ms(p50), ms(p99)]),
    ),
  ].join('\n')
