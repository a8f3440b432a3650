import { styled } from 'styled-components'
import type { NavLink } from '../content/navigation.ts'
import { color } from '../design/theme.ts'
import { measure, motionAllowed, space, type } from '../design/tokens.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Actions, Lead, Section } from '../ui/Section.tsx'

interface ClosingProps {
  title: string
  text?: string
  primary: NavLink
  secondary?: NavLink
}

/** The end of a page, over a horizon with rising light. */
export function Closing({ title, text, primary, secondary }: ClosingProps) {
  return (
    <Band>
      <Words>
        <Headline>{title}</Headline>
        {text && <Lead>{text}</Lead>}
        <Actions>
          <ButtonLink to={primary.to}>{primary.label}</ButtonLink>
          {secondary && (
            <ButtonLink to={secondary.to} data-look="quiet">
              {secondary.label}
            </ButtonLink>
          )}
        </Actions>
      </Words>
      <Horizon aria-hidden="true" />
    </Band>
  )
}

/** The band is as wide as the window without its scroll bar, unlike 100vw. */
const Band = styled.div`
  position: relative;
  margin-bottom: -${space[16]};
`

const Words = styled(Section)`
  position: relative;
  padding-bottom: clamp(13rem, 9rem + 14vw, 22rem);
`

const Headline = styled.h2`
  max-width: ${measure.headline};
  margin-bottom: ${space[6]};
  ${type.poster}
`

const Horizon = styled.div`
  position: absolute;
  inset: auto 0 0;
  height: clamp(9rem, 6rem + 12vw, 17rem);
  overflow: hidden;
  pointer-events: none;
  background: radial-gradient(46% 90% at 50% 100%, ${color.accentEdge}, transparent);

  &::before {
    content: '';
    position: absolute;
    top: 58%;
    left: 50%;
    width: 320vw;
    aspect-ratio: 1;
    border-top: 2px solid ${color.accentStrong};
    border-radius: 50%;
    transform: translateX(-50%);
    background: ${color.page};
    box-shadow: 0 -1.5rem 5rem -1rem ${color.accentGlow};
  }
  /* The arc is flatter on wide pages, where its ends would otherwise lie below the edge. */
  @media (min-width: 80rem) {
    &::before {
      width: 640vw;
    }
  }
  @media (min-width: 180rem) {
    &::before {
      width: 1000vw;
    }
  }
  /* The light rises with the scroll position. */
  ${motionAllowed} {
    @supports (animation-timeline: view()) {
      overflow: clip;
      view-timeline: --dawn;

      &::before {
        animation: dawn linear both;
        animation-timeline: --dawn;
        animation-range: entry;
      }
    }
  }
  @keyframes dawn {
    from {
      translate: 0 9rem;
    }
  }
  @media print {
    display: none;
  }
`
