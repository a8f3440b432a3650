import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import type { NavLink } from '../content/navigation.ts'
import { measure, space, type, wide } from '../design/tokens.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Picture } from '../ui/Picture.tsx'
import { Actions, Grid, Lead, Section } from '../ui/Section.tsx'

interface PageHeadProps {
  title: string
  text: string
  action?: NavLink
  /** The picture is next to the words on wide screens, and below them on narrow screens. */
  picture?: { file: string; label?: string }
  /** Shown below the words. */
  children?: ReactNode
}

/** The top of an inner page. */
export function PageHead({ title, text, action, picture, children }: PageHeadProps) {
  const words = (
    <>
      <Headline>{title}</Headline>
      <Lead>{text}</Lead>
      {action && (
        <Actions>
          <ButtonLink to={action.to}>{action.label}</ButtonLink>
        </Actions>
      )}
      {children}
    </>
  )
  return (
    <Wrapper>
      {picture ? (
        <Sides>
          <div>{words}</div>
          <Picture {...picture} eager />
        </Sides>
      ) : (
        words
      )}
    </Wrapper>
  )
}

const Wrapper = styled(Section)`
  padding-top: ${space.top};
  /* There is no space below the words, because they introduce the content that follows. */
  padding-bottom: 0;
`

const Sides = styled(Grid)`
  padding-bottom: calc(${space.section} / 2);

  svg[aria-hidden] {
    max-height: 24rem;
  }

  ${wide.desktop} {
    align-items: center;

    > * {
      grid-column: span 6;
    }
  }
`

const Headline = styled.h1`
  max-width: ${measure.headline};
  margin-bottom: ${space[6]};
  ${type.display}
`
