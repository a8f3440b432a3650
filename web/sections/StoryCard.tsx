import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { color } from '../design/theme.ts'
import { radius, space, wide } from '../design/tokens.ts'

interface StoryCardProps {
  /** What an address leads to with its fragment. */
  id?: string
  picture: ReactNode
  /** Takes both columns: picture at left, words at right. Undefined until somebody says so. */
  expanded?: boolean | undefined
  className?: string
  children: ReactNode
}

/** An article or a case study in a two-column grid: its picture, and its words below. */
export function StoryCard({ id, picture, expanded, className, children }: StoryCardProps) {
  return (
    <Card id={id} className={className} data-expanded={expanded}>
      <Picture>{picture}</Picture>
      <Words>{children}</Words>
    </Card>
  )
}

/**
 * Selects an expanded card. The one that the address leads to is so from the first paint on: the
 * browser scrolls to it long before it is hydrated.
 */
export const expandedCard = ':is([data-expanded=true],:target:not([data-expanded]))'

/** Of an odd number of stories the first lies across both columns, so that none stands alone. */
const Card = styled.article`
  display: grid;
  gap: ${space[5]} ${space[8]};
  align-content: start;

  ${wide.tablet} {
    &:first-child:nth-last-child(odd),
    &${expandedCard} {
      grid-column: 1 / -1;
      grid-template-columns: repeat(2, minmax(0, 1fr));

      > :last-child {
        align-self: center;
      }
      /* The picture stays beside words that are longer than it. */
      > :first-child {
        position: sticky;
        top: ${space.header};
        align-self: start;
      }
    }
  }
`

const Picture = styled.div`
  > * {
    width: 100%;
    max-width: 48rem;
    height: auto;
    border-radius: ${radius.card};
    background: ${color.card};
  }
`

const Words = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
`
