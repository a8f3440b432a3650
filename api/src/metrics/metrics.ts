import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'

/** `created` and `duplicate` are rows, told by the database; the others are answers. */
const OUTCOMES = [
  'created',
  'duplicate',
  'trapped',
  'invalid',
  'rate_limited',
  'unavailable',
  'failed',
] as const

export type Outcome = (typeof OUTCOMES)[number]

/** Upper bounds: from a page out of memory to the promise of 3 s and past it. In seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 3, 10]
const ROWS = [1, 2, 4, 8, 16, 32, 64, 128, 256]

/**
 * What an operator sees of this process. Labels are routes, statuses and words of this code,
 * never what a visitor sent: so there are few of them, and nobody's data.
 */
export interface Metrics {
  readonly registry: Registry
  /** What became of signups. */
  signups(outcome: Outcome, count?: number): void
  /** The rows of one statement. */
  batch(rows: number): void
  /** An answer, after so many milliseconds. */
  answered(route: string, status: number, ms: number): void
  /** A signup that the limiter refused. */
  limited(): void
  /** A number that is read when somebody asks for it. */
  gauge(name: string, help: string, read: () => number): void
}

/** Metrics of one app, all at zero. Observing one takes about 0.1 µs. */
export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const signups = new Counter({
    name: 'waitlist_signups_total',
    help: 'Signups by what became of them. Operators only: visitors are all answered alike.',
    labelNames: ['outcome'],
    registers,
  })
  const batches = new Histogram({
    name: 'waitlist_batch_rows',
    help: 'Signups written by one statement.',
    buckets: ROWS,
    registers,
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to its answer, by route and status.',
    labelNames: ['route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const limits = new Counter({
    name: 'waitlist_limiter_hits_total',
    help: 'Signups refused because too many came from one address.',
    registers,
  })

  const byOutcome = new Map(OUTCOMES.map((outcome) => [outcome, signups.labels(outcome)]))
  for (const child of byOutcome.values()) child.inc(0)
  const byAnswer = new Map<string, Map<number, ReturnType<typeof durations.labels>>>()
  const firstOf = (route: string, status: number) => {
    const child = durations.labels(route, String(status))
    byAnswer.set(route, (byAnswer.get(route) ?? new Map()).set(status, child))
    return child
  }

  return {
    registry,
    signups: (outcome, count = 1) => byOutcome.get(outcome)?.inc(count),
    batch: (rows) => batches.observe(rows),
    answered(route, status, ms) {
      const child = byAnswer.get(route)?.get(status) ?? firstOf(route, status)
      child.observe(ms / 1_000)
    },
    limited: () => limits.inc(),
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    },
  }
}
