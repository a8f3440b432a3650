import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { color } from '../design/theme.ts'
import { radius, space, wide } from '../design/tokens.ts'
import { Picture } from '../ui/Picture.tsx'

interface StoryCardProps {
  /** The fragment of the card's address. */
  id: string
  image: string
  imageAlt: string
  /** Undefined until the story is opened or closed. Until then, CSS expands the target of the address. */
  expanded?: boolean | undefined
  className?: string
  children: ReactNode
}

/** Shows an article or a case study in a two-column grid, with the picture above the words. */
export function StoryCard({ id, image, imageAlt, expanded, className, children }: StoryCardProps) {
  return (
    <Card id={id} className={className} data-expanded={expanded}>
      <Image file={image} label={imageAlt} />
      <Words>{children}</Words>
    </Card>
  )
}

/**
 * Selects an expanded card, which spans both columns with its picture to the left of the words. The card that the
 * address points to is expanded from the first paint, because the browser scrolls to it before hydration.
 */
const expandedCard = ':is(:has(details[open]),:target:not([data-expanded]))'

/** The first of an odd number of stories spans both columns, so that no row has a gap. */
const Card = styled.article`
  scroll-margin-top: ${space.header};
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
      /* The picture stays in view next to a longer text. */
      > :first-child {
        position: sticky;
        top: ${space.header};
        align-self: start;
      }
    }
  }
`

const Image = styled(Picture)`
  max-width: 48rem;
  overflow: hidden;
  border-radius: ${radius.card};
  background: ${color.card};
`

const Words = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
`
