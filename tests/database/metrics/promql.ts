import { parser } from '@prometheus-io/lezer-promql'

/** A condition on a label, such as `status=~"5.."`. */
export interface Matcher {
  readonly label: string
  readonly operator: string
  readonly value: string
}

export interface Query {
  readonly metrics: readonly { readonly name: string; readonly matchers: readonly Matcher[] }[]
  /** The labels of `by (…)`. */
  readonly grouping: readonly string[]
}

/**
 * Reads the metrics and labels of an expression in PromQL.
 * @throws Error when it cannot be parsed
 */
export function readQuery(expression: string): Query {
  const metrics: { name: string; matchers: Matcher[] }[] = []
  const grouping: string[] = []
  let inGrouping = false
  parser.parse(expression).iterate({
    enter({ name, type, from, to, node }) {
      if (type.isError) throw new Error(`PromQL cannot be parsed: ${expression}`)
      const text = (child: string): string => {
        const found = node.getChild(child)
        return found ? expression.slice(found.from, found.to) : ''
      }
      if (name === 'VectorSelector') metrics.push({ name: text('Identifier'), matchers: [] })
      if (name === 'GroupingLabels') inGrouping = true
      if (name === 'LabelName' && inGrouping) grouping.push(expression.slice(from, to))
      if (name === 'UnquotedLabelMatcher') {
        const value = text('StringLiteral').slice(1, -1)
        const matcher = { label: text('LabelName'), operator: text('MatchOp'), value }
        metrics.at(-1)?.matchers.push(matcher)
      }
    },
    leave({ name }) {
      if (name === 'GroupingLabels') inGrouping = false
    },
  })
  return { metrics, grouping }
}
