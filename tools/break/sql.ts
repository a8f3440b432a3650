/** Part of a text, and its replacement. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
  /** The change in one line. */
  readonly what: string
}

/** Stands for each character of a value that is inserted into SQL, so that positions stay the same. */
export const MASK = '§'

const TOKEN = new RegExp(
  `'(?:[^']|'')*'|DISTINCT FROM|BETWEEN \\S+ AND|\\$\\$|:=|${MASK}+|[A-Za-z_$][\\w.]*|\\S`,
  'g',
)

/** Words that end a condition, or come before one. */
const EDGES = new Set(
  `SELECT FROM WHERE ON HAVING WHEN THEN ELSE END IF ELSIF GROUP ORDER LIMIT OFFSET FOR UNION RETURNING
   SET USING DO AS INTO VALUES WITH BEGIN LOOP JOIN LEFT CROSS RETURN PERFORM UPDATE DELETE INSERT
   DECLARE CREATE REPLACE DROP AND OR ( ) $$ ; , :=`.split(/\s+/),
)
const [OPENING, CLOSING] = [
  ['(', 'CASE'],
  [')', 'END'],
]
const BRANCHES = ['WHEN', 'IF', 'ELSIF']
const CLAUSES = [
  /FOR (?:UPDATE|SHARE)(?: OF \w+)?(?: SKIP LOCKED)?|SET search_path = .*?(?= AS)/g,
  /SKIP LOCKED/g,
  /(?<=(?:\$\$|BEGIN|THEN|ELSE|LOOP|;)\s+)(?:PERFORM|DELETE|UPDATE|INSERT|LOCK|WITH|SELECT(?![^;]* INTO ))\b[^;$]*;/g,
]

/**
 * Finds conditions, locks, search paths and function statements, each with an edit that removes its effect. A condition
 * keeps its text, because the database refuses a parameter that a statement does not use.
 * @param masked - the SQL with `MASK` instead of the values that are inserted into it
 */
export function dropFromSql(sql: string, masked = sql): Edit[] {
  const code = masked.replace(/--.*/g, (comment) => ' '.repeat(comment.length))
  const tokens = [...code.matchAll(TOKEN)].map(({ 0: word, index: start }) => ({
    ...{ word, start, end: start + word.length },
  }))
  const edits: Edit[] = []
  function change(kind: string, { start, end }: Pick<Edit, 'start' | 'end'>, more = ''): void {
    const text = sql.slice(start, end)
    if (text)
      edits.push({ start, end, text: more && `(${text} ${more})`, what: `${kind}: ${text}` })
  }

  /** Reads from a token to the next edge outside parentheses, skipping some edges. */
  function read(first: number, except: readonly string[] = []) {
    const start = tokens[first]?.start ?? 0
    let [depth, end] = [0, start]
    for (const { word, end: wordEnd } of tokens.slice(first)) {
      const isOpening = OPENING.includes(word)
      const isEdge = EDGES.has(word) && !isOpening && !except.includes(word)
      if (depth === 0 && isEdge) return { start, end, next: word }
      depth += Number(isOpening) - Number(CLOSING.includes(word))
      end = wordEnd
    }
    return { start, end, next: '' }
  }

  for (const [first, { word }] of [{ word: '(' }, ...tokens].entries()) {
    if (!EDGES.has(word) || CLOSING.includes(word)) continue
    const [term, group] = [read(first), read(first, ['AND'])]
    const whole = read(first, ['AND', 'OR'])
    // The database finds a unique index by the condition before DO. `VIEW IF EXISTS a` isn't a condition.
    if (whole.next === 'DO' || tokens[first - 2]?.word === 'VIEW') continue
    const isAlone = [...BRANCHES, 'WHERE', 'HAVING'].includes(word) && term.next !== 'OR'
    if (word === 'AND' || term.next === 'AND' || isAlone) change('always', term, 'OR true')
    if (word === 'OR' || (word !== 'AND' && group.next === 'OR'))
      change('never', group, 'AND false')
    if (BRANCHES.includes(word)) change('never', whole, 'AND false')
  }
  for (const { 0: text, index: start } of CLAUSES.flatMap((clause) => [...code.matchAll(clause)]))
    change('without', { start, end: start + text.length })
  return edits.toSorted((one, other) => one.start - other.start)
}
