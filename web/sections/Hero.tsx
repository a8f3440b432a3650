import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { css, styled } from 'styled-components'
import { brand } from '../content/brand.ts'
import { hero } from '../content/home.ts'
import { color } from '../design/theme.ts'
import {
  duration,
  ease,
  heroFit,
  measure,
  motionAllowed,
  narrow,
  space,
  type,
  wide,
} from '../design/tokens.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { tick } from '../ui/Icon.tsx'
import { Picture } from '../ui/Picture.tsx'
import { ProductHuntBadge } from '../ui/ProductHuntBadge.tsx'
import { Actions, Grid, inColumns, Lead, Section } from '../ui/Section.tsx'
import { Badge } from '../ui/Tag.tsx'

export function Hero() {
  return (
    <Wrapper>
      <Composition>
        <Words>
          <Badge>{hero.badge}</Badge>
          <Headline>
            {hero.title.map((phrase, index) => (
              <Fragment key={phrase}>
                {index > 0 && ' '}
                <Phrase>{phrase}</Phrase>
              </Fragment>
            ))}
          </Headline>
          <Lead>{hero.text}</Lead>
          <Actions>
            <ButtonLink to={hero.primary.to}>{hero.primary.label}</ButtonLink>
            <ButtonLink to={hero.secondary.to} data-look="quiet">
              {hero.secondary.label}
            </ButtonLink>
          </Actions>
        </Words>
        <Stage>
          <Kit {...hero.picture} eager />
          <Shortcut to={hero.primary.to} tabIndex={-1} aria-hidden="true" />
        </Stage>
        <Proof>
          <Note>{hero.note}</Note>
          <Claims>
            {hero.claims.map((claim) => (
              <li key={claim}>{claim}</li>
            ))}
          </Claims>
          {brand.productHunt.url && <ProductHuntBadge {...brand.productHunt} />}
        </Proof>
      </Composition>
    </Wrapper>
  )
}

const Wrapper = styled(Section)`
  padding-top: ${space.top};

  ${narrow.phone} {
    padding-top: ${space[20]};
  }
`

const Composition = styled(Grid)`
  ${narrow.phone} {
    row-gap: ${space[5]};
  }
  ${wide.desktop} {
    row-gap: 0;
  }
`

const Words = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;

  ${inColumns('1 / span 6')}
`

const Headline = styled.h1`
  margin-block: ${space[6]};
  ${type.display}

  ${wide.desktop} {
    ${heroFit}
  }
`

/**
 * Lets lines end only between phrases, because Firefox breaks them elsewhere with `text-wrap: balance` alone. This does
 * not apply on a phone, where it would leave most of the first phrase's line empty.
 */
const Phrase = styled.span`
  ${wide.tablet} {
    display: inline-block;
  }
`

const Note = styled.p`
  margin-bottom: ${space[6]};
  color: ${color.muted};
  ${type.small}
`

const Claims = styled.ul`
  display: grid;
  gap: ${space[2]};
  margin-bottom: ${space[6]};
  color: ${color.muted};
  ${type.small}

  li {
    display: flex;
    gap: ${space[3]};
  }
  li::before {
    ${tick}
    flex: none;
    margin-top: calc(0.5lh - 0.575em);
  }
`

const Stage = styled.div`
  position: relative;

  ${wide.desktop} {
    grid-area: 1 / 7 / span 2 / -1;
    align-self: center;
    margin-right: -${space[6]};
  }
`

/** The picture plays once, as the page loads. */
const played = (animation: string) => css`
  ${motionAllowed} {
    animation: ${animation};
  }
`

/**
 * The drawing's attributes say what moves. A group with `data-from` comes out of the beam. The group under a pointer or
 * a finger is lifted, and the others make room.
 */
const Kit = styled(Picture)`
  max-width: ${measure.picture};
  margin-inline: auto;

  [data-from] {
    transform-box: fill-box;
    transform-origin: center;
    transition: transform ${duration.normal} ${ease.out};
    ${played(`fan-out ${duration.reveal} ${ease.out} 300ms backwards`)}
  }
  [data-from='left'] {
    --from: translate(150px, 60px) rotate(10deg);
    --part: translateX(-18px);
  }
  [data-from='right'] {
    --from: translate(-150px, 50px) rotate(-9deg);
    --part: translateX(18px);
  }
  [data-from='below'] {
    --from: translate(0, 46px);
    --part: translateY(12px);
  }
  svg:has([data-from]:hover) [data-from]:not(:hover) {
    transform: var(--part);
  }
  [data-from]:hover {
    transform: scale(1.06);
  }
  [data-part='beam'] {
    transform-box: fill-box;
    ${played(`beam ${duration.slow} ${ease.out} 200ms backwards`)}
  }
  [data-part='typed'] {
    ${played('type 320ms steps(20) backwards')}
  }
  @keyframes fan-out {
    from {
      transform: var(--from);
    }
  }
  @keyframes beam {
    from {
      transform: scaleY(0);
    }
  }
  @keyframes type {
    from {
      clip-path: inset(0 100% 0 0);
    }
  }
`

/** The picture's field looks usable, so a click on it opens the form. Keyboard users have the button next to it. */
const Shortcut = styled(Link)`
  position: absolute;
  inset: 0 0 auto;
  max-width: ${measure.picture};
  aspect-ratio: 640 / 92;
  margin-inline: auto;
`

const Proof = styled.div`
  ${wide.desktop} {
    grid-column: 1 / span 6;
    margin-top: ${space[4]};
  }
`
