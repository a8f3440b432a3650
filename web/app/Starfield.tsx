import { useRef } from 'react'
import { css, styled } from 'styled-components'
import { color } from '../design/theme.ts'
import { layer } from '../design/tokens.ts'
import { useTwinkle } from './useTwinkle.ts'

/**
 * The sky behind every page. CSS draws it, so it needs no JavaScript. Visitors who asked for
 * reduced motion get a gradient without stars.
 */
export function Starfield() {
  const sky = useRef<HTMLDivElement>(null)
  useTwinkle(sky)
  return (
    <Sky ref={sky} aria-hidden="true">
      {stars.map((star, index) => (
        <i key={star.top} data-level={index % 4} />
      ))}
    </Sky>
  )
}

/** The place of a star in percent of the sky. */
interface Place {
  left: number
  top: number
}

/** The n-th place: irregular, but the same in every build. */
const spread = (n: number): Place => ({
  left: Math.round(((n * 0.618034) % 1) * 100),
  top: Math.round(((n * 0.754878) % 1) * 100),
})

/**
 * The near stars, which twinkle. Every third is bright and stays near the edges of the sky:
 * behind text it would look like a full stop.
 */
const stars = Array.from({ length: 15 }, (_, index) => {
  const { left, top } = spread(index + 0.5)
  if (index % 3 > 0) return { left, top }
  return { left: Math.round(left < 50 ? left / 9 : 100 - (100 - left) / 9), top }
})

/** The far stars in one tile, wide enough that its repetition is not visible. */
const farStars = Array.from({ length: 15 }, (_, index) => {
  const { left, top } = spread(index + 0.2)
  const size = index % 5 === 0 ? 1.5 : 1
  return `radial-gradient(${size}px ${size}px at ${left}% ${top}%, ${color.starFar}, transparent)`
}).join()

const place = ({ left, top }: Place, index: number) => css`
  &:nth-child(${index + 1}) {
    left: ${left}%;
    top: ${top}%;
  }
`

const Sky = styled.div`
  position: fixed;
  inset: 0;
  z-index: ${layer.sky};
  overflow: hidden;
  pointer-events: none;
  background:
    radial-gradient(90rem 60rem at 78% -10%, ${color.skyHigh}, transparent 65%),
    radial-gradient(70rem 50rem at -10% 60%, ${color.skyLow}, transparent 60%),
    ${color.page};

  @media (prefers-reduced-motion: no-preference) {
    &::before {
      content: '';
      position: absolute;
      inset: 0;
      opacity: 0.55;
      background: ${farStars};
      background-size: 47rem 43rem;
    }
  }

  i {
    position: absolute;
    width: 2px;
    aspect-ratio: 1;
    border-radius: 50%;
    background: ${color.star};

    ${stars.map(place)}

    &:nth-child(3n + 1) {
      background: ${color.starBright};
    }
    &:nth-child(6n + 1) {
      width: 3px;
      background: ${color.starWarm};
    }
  }
  [data-level='0'] {
    opacity: 0.12;
  }
  [data-level='1'] {
    opacity: 0.35;
  }
  [data-level='2'] {
    opacity: 0.65;
  }
  @media (prefers-reduced-motion: reduce) {
    i {
      display: none;
    }
  }
`
