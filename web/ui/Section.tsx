import { type ComponentProps, useRef } from 'react'
import { css, styled } from 'styled-components'
import { measure, narrow, space, type, wide } from '../design/tokens.ts'
import { useRise } from '../design/useRise.ts'

function Rising({
  as: Element = 'section',
  ...props
}: ComponentProps<'div'> & { as?: 'div' | 'section' }) {
  const part = useRef<HTMLDivElement>(null)
  useRise(part)
  return <Element ref={part} {...props} />
}

/**
 * Lays out a part of a page as a centred column with space above and below. A part without a heading uses
 * `forwardedAs="div"`, because a `section` needs a heading.
 */
export const Section = styled(Rising)`
  width: 100%;
  max-width: ${measure.page};
  margin-inline: auto;
  padding: calc(${space.section} / 2) ${space.gutter};
`

/** A grid of twelve columns on desktops, and of one column on narrower screens. */
export const Grid = styled.div`
  display: grid;
  /* Without a minimum, long words wrap instead of widening the page. */
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[10]} ${space[8]};

  ${wide.desktop} {
    grid-template-columns: repeat(12, minmax(0, 1fr));
  }
`

/** Places an element in a `Grid`'s columns, for example at '1 / span 6'. */
export const inColumns = (place: string) => css`
  ${wide.desktop} {
    grid-column: ${place};
  }
`

export const Title = styled.h2`
  ${type.title}
`

/** Puts a title on the same line as the tag that marks a sample. */
export const TitleRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[2]} ${space[3]};
  align-items: center;
`

export const Lead = styled.p`
  max-width: ${measure.lead};
  ${type.lead}
`

export const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[3]} ${space[4]};
  margin-top: ${space[8]};

  ${narrow.phone} {
    flex-direction: column;
    align-self: stretch;
  }
`
