import { parseAst } from 'vitest/node'
import { dropFromSql, type Edit, MASK } from './sql.ts'

/** The parts of a syntax node that are needed here. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly value?: unknown
  readonly expressions?: readonly Node[]
  readonly properties?: readonly Node[]
  readonly elements?: readonly Node[]
  readonly arguments?: readonly Node[]
}

/** Returns all nodes of a syntax tree, or of a part of it. */
const nodesOf = (value: object): Node[] => [
  ...('type' in value ? [value as Node] : []),
  ...Object.values(value).flatMap((each) => (each instanceof Object ? nodesOf(each) : [])),
]

const parse = (source: string): Node[] => nodesOf(parseAst(source, { lang: 'ts' }))

/** Finds the SQL conditions in strings and templates, each with the statements that contain it. */
export const dropFromStrings = (
  source: string,
): (Edit & { readonly isPartOf: (sql: string) => boolean })[] =>
  parse(source).flatMap((node) => {
    if (node.type !== 'TemplateLiteral' && typeof node.value !== 'string') return []
    const literal = source.slice(node.start, node.end)
    let masked = literal.replace(/^.|.$/gs, ' ')
    for (const value of node.expressions ?? []) {
      const [start, end] = [value.start - 2 - node.start, value.end + 1 - node.start]
      masked = masked.slice(0, start) + MASK.repeat(end - start) + masked.slice(end)
    }
    const fixed = masked.split(new RegExp(`[\\\\${MASK}]+`)).map((text) => text.trim())
    return dropFromSql(literal, masked).map((edit) => ({
      ...edit,
      start: edit.start + node.start,
      end: edit.end + node.start,
      isPartOf: (sql) => fixed.every((text) => sql.includes(text)),
    }))
  })

/** Finds statements, arguments, properties and elements, each with an edit that drops it. */
export function dropFromWiring(source: string): Edit[] {
  const edits: Edit[] = []
  const drop = (node: Node, text: string) => {
    const { start, end } = node
    edits.push({ start, end, text, what: `without: ${source.slice(start, end)}` })
  }
  const dropItem = (node: Node) => {
    const [comma = ''] = /^\s*,/.exec(source.slice(node.end)) ?? []
    drop({ ...node, end: node.end + comma.length }, '')
  }
  for (const node of parse(source)) {
    if (/^(?:Expression|If)Statement$/.test(node.type)) drop(node, ';')
    // Destructuring patterns also have properties and elements.
    const { properties = [], elements = [] } = node.type.endsWith('Expression') ? node : {}
    for (const item of properties) dropItem(item)
    for (const item of elements) if (item.type !== 'Literal') dropItem(item)
    // The parts of other arguments are dropped instead.
    for (const argument of node.arguments ?? [])
      if (!/Literal|Function|Array|Object/.test(argument.type)) drop(argument, 'undefined')
  }
  return edits
}
