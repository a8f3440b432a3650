import type { ReactNode, SVGProps } from 'react'
import { css, styled } from 'styled-components'
import { color } from '../design/theme.ts'
import { layer } from '../design/tokens.ts'
import { FALL_SECONDS, FALL_STARTS, SKY } from '../start/move-sky.ts'

/**
 * The sky behind every page, in three depths. The stars are the dashes of one path, which is drawn several times,
 * rotated and stretched, so that no pattern shows and the HTML stays small. Flattened copies form the dense band.
 * Bright stars appear only next to the page's column, because behind text they would look like punctuation. The layers
 * drift by whole pixels, the nearest by one each second. `moveSky` moves the animations; without scripts, they run.
 * With reduced motion, the sky is a gradient without stars.
 */
export function Starfield() {
  return (
    <Sky id={SKY}>
      <Layer>
        <path id="chords" d={chords} vectorEffect="non-scaling-stroke" />
        <Stars transform="rotate(80)" />
        <Stars transform="rotate(-30)scale(2 .3)" />
        <Stars transform="rotate(150)scale(2 .2)" stroke={color.starWarm} />
      </Layer>
      <Layer>
        <Stars transform="rotate(40)scale(2)" />
        <Stars transform="scale(2)" />
        <Stars transform="rotate(130)scale(2)" stroke={color.starWarm} />
        <Stars transform="rotate(70)scale(2)" />
        <Stars transform="rotate(200)scale(2)" stroke={color.starWarm} />
      </Layer>
      <div>
        {near.map(({ top }) => (
          <i key={top} />
        ))}
      </div>
      <s />
    </Sky>
  )
}

const chords = 'M-50 -28L46 50 -9 -50 -37 50 50 -7 -50 19 31 -50 11 50 -50 -44 50 33 -26 -50'

const Stars = (look: SVGProps<SVGUseElement>) => <use href="#chords" {...look} />

/** Covers a window of any shape. A unit is at least a hundredth of the window's height. */
const Layer = ({ children }: { children: ReactNode }) => (
  <svg viewBox="-80 -50 160 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    {children}
  </svg>
)

/** The near stars. `place` goes from the window's edge (0) to the column (1); `every` is in seconds between twinkles. */
const near = [
  { side: 'left', place: 0.8, top: 9, every: 5 },
  { side: 'right', place: 0.3, top: 24, every: 7 },
  { side: 'left', place: 0.2, top: 43, every: 11 },
  { side: 'right', place: 0.9, top: 61, every: 6 },
  { side: 'left', place: 0.5, top: 78, every: 8 },
  { side: 'right', place: 0.5, top: 92, every: 9 },
] as const

const nearStars = near.map(
  ({ side, place, top, every }, index) => css`
    i:nth-child(${index + 1}) {
      ${side}: max(0.25rem, (50% - 42rem) * ${place});
      top: ${top}%;
      animation-duration: ${every}s;
    }
  `,
)

/** The layers drift this far, in rem, in this many steps. */
const [DRIFT, STEPS] = [3, 48]

const Sky = styled.div`
  position: fixed;
  inset: 0;
  z-index: ${layer.sky};
  background: linear-gradient(150deg, transparent 30%, ${color.skyLight}, transparent 68%) ${color.page};

  > *, i {
    position: absolute;
  }
  svg, div {
    top: -${DRIFT}rem;
    width: 100%;
    height: calc(100% + ${DRIFT}rem);
    animation: drift 192s steps(${STEPS}) infinite alternate;
    will-change: transform;
  }
  svg {
    fill: none;
    stroke: ${color.star};
    stroke-linecap: round;
    stroke-dasharray: 0 61 0 149;
  }
  svg + svg {
    stroke-width: 2;
    stroke-dasharray: 0 153 0 425 0 661;
    opacity: 0.4;
    animation-duration: 96s;
  }
  div {
    animation-duration: 48s;
  }
  i {
    width: 0.5rem;
    height: 0.5rem;
    background: radial-gradient(${color.starWarm} 1.25px, ${color.starGlow} 2px 3px, transparent 4px);
    animation: twinkle infinite;
  }
  ${nearStars}
  s {
    top: 12%;
    right: 12%;
    width: 9rem;
    height: 2px;
    background: linear-gradient(90deg, ${color.star}, transparent);
    opacity: 0;
    animation: fall ${FALL_SECONDS}s infinite;
  }
  @media (scripting: enabled) {
    * {
      animation-play-state: paused !important;
    }
  }
  @media (prefers-reduced-motion: reduce), (forced-colors: active) {
    > * {
      display: none;
    }
  }

  @keyframes drift {
    to {
      transform: translateY(${DRIFT}rem);
    }
  }
  @keyframes twinkle {
    80% {
      opacity: 1;
    }
    90% {
      opacity: 0.1;
    }
  }
  @keyframes fall {
    ${FALL_STARTS}% {
      opacity: 0;
    }
    ${FALL_STARTS + 1}% {
      opacity: 1;
      transform: rotate(-24deg);
    }
    to {
      opacity: 0;
      transform: rotate(-24deg) translate(-36rem);
    }
  }
`
