import { OwnerError } from '../../../../contract/owner-error.ts'
import { isTime } from '../../../../contract/waitlist.ts'
import { shorten } from '../../system/format.ts'
import { type DayOrder, findDayOrder, parseTime } from '../../system/parse-time.ts'
import type { BadLine } from './import.ts'
import { type Cell, meaningOf } from './import-columns.ts'
import type { ImportedRecord } from './import-record.ts'

type Line = ImportedRecord | BadLine
type Records = AsyncGenerator<Line>

/** The maximum number of lines that wait in memory until a date shows the order. */
const MOST_WAITING = 10_000

const textOf = ([, value]: Cell): string => String(value).trim()

/** Returns the cells whose time cannot be read, at least not without knowing the order. */
const unreadIn = (line: Line): readonly Cell[] =>
  'cells' in line
    ? line.cells.filter((cell) => {
        const [column, value] = cell
        const isTimeCell = typeof value === 'string' && isTime(meaningOf(column) ?? '')
        return isTimeCell && parseTime(textOf(cell)) === undefined
      })
    : []

function withDates(line: Line, unread: readonly Cell[], order: DayOrder): Line {
  if (!('cells' in line) || unread.length === 0) return line
  const cells = line.cells.map((cell): Cell => {
    const [column, value] = cell
    return unread.includes(cell) ? [column, parseTime(textOf(cell), order) ?? value] : cell
  })
  return { ...line, cells }
}

/**
 * Rewrites dates such as 5/12/2026 in ISO 8601. A single date such as 31/1/2026 shows the order of all the others, so
 * lines are held back from the first unclear date until one arrives.
 * @param order the order, if the owner has given it
 * @throws OwnerError if ten thousand lines wait, or the file ends, before a date shows the order
 */
export async function* settleDates(records: AsyncIterable<Line>, order?: DayOrder): Records {
  let known = order
  let unclear: string | undefined
  let waiting: (readonly [line: Line, unread: readonly Cell[]])[] = []
  for await (const line of records) {
    const unread = unreadIn(line)
    for (const cell of unread) {
      const found = known ? undefined : findDayOrder(textOf(cell))
      if (found === 'unclear') unclear ??= textOf(cell)
      else known ??= found
    }
    waiting.push([line, unread])
    if (unclear !== undefined && known === undefined) {
      if (waiting.length > MOST_WAITING) break
      continue
    }
    // If the order is still unknown here, day and month are equal in every date.
    for (const [each, cells] of waiting) yield withDates(each, cells, known ?? 'day-first')
    waiting = []
  }
  if (waiting.length > 0) {
    throw new OwnerError(
      `The dates of this file, such as ${shorten(unclear ?? '')}, do not show whether the day or the month comes first. ` +
        'Add --dates day-first or --dates month-first.',
    )
  }
}
