import { OwnerError } from '../../../../contract/owner-error.ts'
import { isTime } from '../../../../contract/waitlist.ts'
import { shorten } from '../../system/format.ts'
import { type DayOrder, findDayOrder, parseTime } from '../../system/parse-time.ts'
import type { BadLine } from './import.ts'
import { type Cell, meaningOf } from './import-columns.ts'
import type { ImportedRecord } from './import-record.ts'

type Line = ImportedRecord | BadLine
type Records = AsyncGenerator<Line>

/** The most lines that wait in memory for a date that tells the order. */
const MOST_WAITING = 10_000

const isTimeCell = ([column, value]: Cell): boolean =>
  typeof value === 'string' && isTime(meaningOf(column) ?? '')

function withDates(line: Line, order: DayOrder): Line {
  if (!('cells' in line)) return line
  const cells = line.cells.map((cell): Cell => {
    const [column, value] = cell
    const text = String(value).trim()
    const isOrdered = isTimeCell(cell) && parseTime(text) === undefined
    return isOrdered ? [column, parseTime(text, order) ?? value] : cell
  })
  return { ...line, cells }
}

/**
 * Rewrites dates such as 5/12/2026 in ISO 8601. One date such as 31/1/2026 tells the order of all others, so lines wait
 * from the first unclear date on.
 * @param order the order from the owner
 * @throws OwnerError if no date of ten thousand lines tells the order
 */
export async function* settleDates(records: AsyncIterable<Line>, order?: DayOrder): Records {
  let known = order
  let unclear: string | undefined
  let waiting: Line[] = []
  for await (const line of records) {
    for (const [, value] of 'cells' in line ? line.cells.filter(isTimeCell) : []) {
      const found = known ? undefined : findDayOrder(String(value).trim())
      if (found === 'unclear') unclear ??= String(value).trim()
      else known ??= found
    }
    waiting.push(line)
    if (unclear !== undefined && known === undefined) {
      if (waiting.length > MOST_WAITING) break
      continue
    }
    // Without a known order, day and month are equal.
    for (const each of waiting) yield withDates(each, known ?? 'day-first')
    waiting = []
  }
  if (waiting.length > 0) {
    throw new OwnerError(
      `The dates of this file, such as ${shorten(unclear ?? '')}, do not tell whether the day or the month comes first. ` +
        'Add --dates day-first or --dates month-first.',
    )
  }
}
