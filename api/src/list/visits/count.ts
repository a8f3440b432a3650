import { OTHER_SOURCE } from '../../../../contract/waitlist.ts'
import type { Database, Statement } from '../../system/pool.ts'

const INTERVAL_MS = 5_000

/** The maximum number of sources in memory. The table keeps only a day's largest, which this process cannot know. */
const SOURCES = 1_000

const ADD: Statement = { name: 'count-visits', text: 'SELECT count_visits($1)' }

interface Count {
  readonly path: string
  readonly source: string
  readonly count: number
}

/**
 * Collects counts in memory, one per page and source. The database dates a count when it is written, so a count that
 * waits past midnight belongs to the next day.
 */
function waitingCounts() {
  const sources = new Map<string, Map<string, number>>()
  return {
    add({ path, source, count }: Count): void {
      const isApart = source === '' || sources.has(source) || sources.size < SOURCES
      const kept = isApart ? source : OTHER_SOURCE
      const paths = sources.get(kept) ?? new Map<string, number>()
      sources.set(kept, paths.set(path, (paths.get(path) ?? 0) + count))
    },
    take(): Count[] {
      const counts = [...sources].flatMap(([source, paths]) =>
        [...paths].map(([path, count]) => ({ path, source, count })),
      )
      sources.clear()
      return counts
    },
  }
}

export interface VisitCounter {
  /** Counts a page load in memory. Unknown paths are dropped. */
  count(path: unknown, source: string): void
  /** Writes the waiting counts to the table, retries once, and stops. */
  close(): Promise<void>
}

/**
 * Counts page loads and adds them to the table every few seconds, so that many visits share a statement. Failed writes
 * are retried, so visits are counted twice if the connection breaks after the commit.
 * @param pages the known paths
 * @param onFailure called once when the database becomes unavailable
 */
export function visitCounter(
  database: Database,
  pages: readonly string[],
  onFailure: (error: unknown) => void,
): VisitCounter {
  const known = new Set<unknown>(pages)
  const waiting = waitingCounts()
  let adding: Promise<void> | undefined
  let isAway = false

  async function addCounts(): Promise<void> {
    const counts = waiting.take()
    if (counts.length === 0) return
    try {
      await database.query(ADD, [JSON.stringify(counts)])
      isAway = false
    } catch (error) {
      for (const count of counts) waiting.add(count)
      if (!isAway) onFailure(error)
      isAway = true
    }
  }

  /** Runs one statement at a time, because signups need the connections. */
  function add(): Promise<void> {
    adding ??= addCounts().finally(() => {
      adding = undefined
    })
    return adding
  }

  const timer = setInterval(add, INTERVAL_MS).unref()
  return {
    count(path, source) {
      if (known.has(path)) waiting.add({ path: String(path), source, count: 1 })
    },
    async close() {
      clearInterval(timer)
      await adding
      await add()
      await add()
    },
  }
}
