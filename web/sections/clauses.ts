import { Children, isValidElement, type ReactElement, type ReactNode } from 'react'
import type Text from '../content/legal/terms.mdx'

/** A section of a legal text. */
export interface Clause {
  /** The fragment of the section's address. */
  readonly id: string
  readonly title: string
  /** One sentence that sums up the section in plain words. */
  readonly summary: ReactNode
  readonly content: readonly ReactElement[]
}

const isElement = isValidElement<{ children: ReactNode }>

const elementsIn = ({ props }: ReactElement<{ children: ReactNode }>) =>
  Children.toArray(props.children).filter((node) => isElement(node))

const toId = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')

/**
 * Splits a legal text at its headings. The quote below each heading is the summary; `build/check.ts` has checked that
 * it is there.
 */
export function toClauses(text: typeof Text): readonly Clause[] {
  const all = elementsIn(text({ components: { h2: 'h2' } }))
  const starts = all.flatMap(({ type }, index) => (type === 'h2' ? [index] : []))
  return starts.map((start, index) => {
    const [heading, quote, ...content] = all.slice(start, starts[index + 1])
    const title = String(heading?.props.children)
    const [summary] = quote ? elementsIn(quote) : []
    return { id: toId(title), title, summary: summary?.props.children, content }
  })
}
