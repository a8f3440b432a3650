import type { DomNode, FormatCallback } from 'html-to-text'

/** The width in characters. Longer cells are wrapped. */
const CELL_WIDTH = 60

const elementsOf = ({ children = [] }: DomNode): DomNode[] =>
  children.filter(({ type }) => type === 'tag')

function align(text: string, width: number, side: string | undefined): string {
  if (side === 'right') return text.padStart(width)
  if (side === 'center') return text.padStart((width + text.length) >> 1).padEnd(width)
  return text.padEnd(width)
}

/** @param cells each cell's lines, by row and column */
function layOut(cells: readonly string[][][], sides: readonly (string | undefined)[]): string {
  const widths = sides.map((_, column) =>
    Math.max(...cells.flatMap((row) => (row[column] ?? []).map(({ length }) => length))),
  )
  const lineOf = (row: string[][], n: number): string =>
    widths.map((width, column) => align(row[column]?.[n] ?? '', width, sides[column])).join('   ')
  const linesOf = (row: string[][]): string[] =>
    Array.from({ length: Math.max(...row.map(({ length }) => length)) }, (_, n) =>
      lineOf(row, n).trimEnd(),
    )
  return cells.flatMap(linesOf).join('\n')
}

/**
 * Formats a Markdown table, whose rows all have a cell for every column. html-to-text's own formatter does not align
 * columns.
 */
export const formatTable: FormatCallback = (table, walk, builder) => {
  const rows = elementsOf(table).flatMap(elementsOf)
  builder.openTable()
  for (const row of rows) {
    builder.openTableRow()
    for (const cell of elementsOf(row)) {
      builder.openTableCell({ maxColumnWidth: CELL_WIDTH })
      walk(cell.children, builder)
      builder.closeTableCell({})
    }
    builder.closeTableRow()
  }
  const sides = elementsOf(rows[0] ?? table).map(({ attribs }) => attribs?.['align'])
  builder.closeTable({
    tableToString: (cells) =>
      layOut(
        cells.map((row) => row.map(({ text }) => text.split('\n'))),
        sides,
      ),
  })
}
