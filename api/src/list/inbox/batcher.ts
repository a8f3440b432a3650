import { DatabaseUnavailable, DEADLINE } from '../../system/pool.ts'

/** The number of concurrent statements: the second is sent while the database runs the first. */
const IN_FLIGHT = 2

/** The maximum number of rows per statement, so that each takes only milliseconds. */
const BATCH = 256

/** The maximum number of waiting rows: a few MB, which a healthy database writes in 0.2 s. */
export const WAITING_LIMIT = 4_096

class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

class TooLate extends Error {
  override readonly name = 'TooLate'
}

/**
 * Resolves once the row is durable.
 * @throws DatabaseUnavailable immediately if too many rows are waiting, or else within the deadline
 * @throws what `write` throws for this row
 */
type Put<Row> = (row: Row) => Promise<void>

interface Entry<Row> {
  readonly row: Row
  readonly written: () => void
  readonly failed: (error: unknown) => void
}

/**
 * Writes concurrent rows in batches. The next batch collects rows while statements run; a single row is written without
 * delay.
 * @param write writes all rows or none. If a row makes it fail, it is called again for each half, until only the bad
 *   rows fail.
 */
export function batcher<Row>(write: (rows: readonly Row[]) => Promise<void>): Put<Row> {
  // A set keeps the order of arrival, and a row that times out is removed without a search.
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

  /** Starts a batch at the end of the event loop's turn, so that it includes all rows that have just arrived. */
  function plan(): void {
    if (planned || inFlight === IN_FLIGHT) return
    planned = true
    setImmediate(() => {
      planned = false
      void work()
    })
  }

  return (row) =>
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
}
