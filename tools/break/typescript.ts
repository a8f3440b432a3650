import { parseAst } from 'vitest/node'
import { dropFromSql, type Edit, MASK } from './sql.ts'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof (value as Partial<Node> | null)?.type === 'string'

/** Yields a node of the syntax tree and all nodes below it. */
function* nodesOf(value: unknown): Generator<Node> {
  if (isNode(value)) yield value
  if (typeof value !== 'object' || value === null) return
  for (const each of Object.values(value)) yield* nodesOf(each)
}

const parse = (source: string): Node[] => [...nodesOf(parseAst(source, { lang: 'ts' }))]

const listOf = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.filter(isNode) : []

/** Finds conditions of the SQL in strings and templates, each with its statements. */
export const dropFromStrings = (
  source: string,
): (Edit & { readonly isPartOf: (sql: string) => boolean })[] =>
  parse(source).flatMap((node) => {
    if (node.type !== 'TemplateLiteral' && typeof node['value'] !== 'string') return []
    const literal = source.slice(node.start, node.end)
    let masked = literal.replace(/^.|.$/gs, ' ')
    for (const value of listOf(node['expressions'])) {
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

/** Finds statements, arguments, properties and elements, each with a change that drops it. */
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
    for (const item of listOf(node.type === 'ObjectExpression' && node['properties']))
      dropItem(item)
    for (const item of listOf(node.type === 'ArrayExpression' && node['elements']))
      if (item.type !== 'Literal') dropItem(item)
    // The parts of other arguments are dropped instead.
    for (const argument of listOf(node['arguments']))
      if (!/Literal|Function|Array|Object/.test(argument.type)) drop(argument, 'undefined')
  }
  return edits
}
