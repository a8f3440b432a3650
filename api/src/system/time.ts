import { UsageError } from '../../../contract/owner-error.ts'

/** The clock of another machine may be ahead, and a file may have local times of a zone ahead of UTC. */
export const CLOCK_TOLERANCE_MS = 86_400_000

/** Also matches the zones that Postgres, Ruby and Go write: `+00`, `+0000` and `+0000 UTC`. */
const TIME =
  /^(?<date>(?:19|20)\d\d-\d\d-\d\d)(?:[Tt ](?<clock>\d\d:\d\d(?::\d\d)?)(?:[.,](?<fraction>\d{1,6})\d*)?(?: ?(?:[Zz]|UTC|utc|GMT|(?<hours>[+-]\d\d)(?::?(?<minutes>\d\d))?(?: (?:[A-Z]{3,5}|[+-]\d{4}))?))?)?$/

const isDay = (date: string): boolean => {
  const time = Date.parse(date)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

/**
 * Reads a date or a time from an owner or a file. Times without a zone are UTC.
 * @returns the time in ISO 8601, UTC, in microseconds, or undefined
 */
export function parseTime(text: string): string | undefined {
  const {
    date,
    clock = '00:00',
    fraction = '0',
    hours,
    minutes = '00',
  } = TIME.exec(text)?.groups ?? {}
  // Date.parse reads 31 February as 2 March.
  if (!isDay(`${date}`)) return undefined
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`
  const time = Date.parse(`${date}T${clock}${zone}`)
  return Number.isNaN(time)
    ? undefined
    : `${new Date(time).toISOString().slice(0, 19)}.${fraction}Z`
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * Reads the age or the date of `--since`.
 * @throws UsageError
 */
export function parseSince(text: string, now = Date.now()): Date {
  const { amount, unit = '' } = /^(?<amount>\d{1,5})(?<unit>[mhd])$/.exec(text)?.groups ?? {}
  const time = amount ? now - Number(amount) * (UNITS[unit] ?? 0) : parseTime(text)
  if (time !== undefined) return new Date(time)
  throw new UsageError(
    `--since ${text}: expected a date such as 2026-01-31, or an age such as 7d or 12h.`,
  )
}

/**
 * Reads the time of `--at`, which needs a time zone to mean the same on every machine.
 * @throws UsageError
 */
export function parseAt(text: string): Date {
  const time = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? parseTime(text) : undefined
  if (time !== undefined) return new Date(time)
  throw new UsageError(
    `--at ${text}: expected a time with its time zone, such as 2026-12-01T09:00Z or 2026-12-01T09:00+01:00.`,
  )
}
