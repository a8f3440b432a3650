import { DatabaseUnavailable, DEADLINE } from '../db.ts'

/** Statements under way at a time: enough that one is written while the next is read. */
const IN_FLIGHT = 2

/** Rows of one statement. A statement of so many still takes milliseconds. */
const BATCH = 256

/** Rows that wait, a few MB of them: what a database that keeps up would take in 0.2 s. */
export const WAITING_LIMIT = 4_096

/** More wait than the database can take in reasonable time. */
class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

class TooLate extends Error {
  override readonly name = 'TooLate'
}

export interface Batcher<Row> {
  /**
   * Returns once the row is durable, and throws `DatabaseUnavailable` at once when too many wait,
   * else within the deadline; or what `write` throws of this row.
   */
  put(row: Row): Promise<void>
  /** Rows that no statement has taken yet. */
  waiting(): number
}

interface Entry<Row> {
  readonly row: Row
  readonly written: () => void
  readonly failed: (error: unknown) => void
}

/**
 * Gathers rows that arrive together and hands them to `write` together. While statements are
 * under way the next batch gathers; a row that arrives alone waits for nobody.
 *
 * @param write makes all rows durable or none. When it fails on the rows themselves, it is
 *   called again for each half, until the rows at fault stand alone.
 */
export function batcher<Row>(write: (rows: readonly Row[]) => Promise<void>): Batcher<Row> {
  // in order of arrival, and one that is too late can be taken out of the middle
  const waiting = new Set<Entry<Row>>()
  let inFlight = 0
  let planned = false

  async function writeEntries(entries: readonly Entry<Row>[]): Promise<void> {
    try {
      await write(entries.map(({ row }) => row))
      for (const { written } of entries) written()
    } catch (error) {
      if (error instanceof DatabaseUnavailable || entries.length === 1) {
        for (const { failed } of entries) failed(error)
        return
      }
      const half = Math.ceil(entries.length / 2)
      await writeEntries(entries.slice(0, half))
      await writeEntries(entries.slice(half))
    }
  }

  function takeBatch(): Entry<Row>[] {
    const batch: Entry<Row>[] = []
    for (const entry of waiting) {
      if (batch.length === BATCH) break
      batch.push(entry)
      waiting.delete(entry)
    }
    return batch
  }

  async function work(): Promise<void> {
    inFlight += 1
    while (waiting.size > 0) await writeEntries(takeBatch())
    inFlight -= 1
  }

  /** At the end of the event loop's turn: what came in by one poll of the sockets is one batch. */
  function plan(): void {
    if (planned || inFlight === IN_FLIGHT) return
    planned = true
    setImmediate(() => {
      planned = false
      void work()
    })
  }

  const put = (row: Row): Promise<void> =>
    new Promise((resolve, reject) => {
      if (waiting.size >= WAITING_LIMIT) {
        reject(new DatabaseUnavailable(new QueueFull()))
        return
      }
      const timer = setTimeout(() => {
        waiting.delete(entry)
        reject(new DatabaseUnavailable(new TooLate()))
      }, DEADLINE)
      const entry: Entry<Row> = {
        row,
        written() {
          clearTimeout(timer)
          resolve()
        },
        failed(error) {
          clearTimeout(timer)
          reject(error)
        },
      }
      waiting.add(entry)
      plan()
    })

  return { put, waiting: () => waiting.size }
}
