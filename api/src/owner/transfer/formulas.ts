/** Looks ahead for what a spreadsheet would read as a formula, after any number of our quotes. */
const FORMULA = "(?='*[=+\\-@\\t\\r＝＋－＠])"

/** Matches where a cell starts. In some spreadsheets, a semicolon or a tab also starts one. */
const CELL = '(?<=^|[;\\t])'

const HARMFUL = new RegExp(`${CELL}${FORMULA}`, 'g')
const DEFUSED = new RegExp(`${CELL}'${FORMULA}`, 'g')

/** Puts a quote before everything in a cell that a spreadsheet could run. */
export const defuse = (text: string): string => text.replace(HARMFUL, "'")

/** Removes the quotes of `defuse`. */
export const undefuse = (cell: string): string => cell.replace(DEFUSED, '')
