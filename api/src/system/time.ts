import { UsageError } from '../../../contract/owner-error.ts'
import { parseTime } from './parse-time.ts'

/** Another machine's clock may be ahead, and a file may contain local times from a zone ahead of UTC. */
export const CLOCK_TOLERANCE_MS = 86_400_000

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * Reads the value of `--since`, an age or a date.
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
