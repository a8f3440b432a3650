import type { ReactNode, SVGProps } from 'react'
import { styled } from 'styled-components'
import { color } from '../design/theme.ts'
import { layer } from '../design/tokens.ts'

/**
 * The sky behind every page. One path of chords is in it many times, each time turned and stretched in
 * another way, and its dashes are stars: no pattern repeats, and the HTML stays small. Flat ones make
 * the dense band. The dashes and turns of the near stars leave most text at the top of the pages free.
 * CSS moves three whole layers and a falling star, by opacity and transform only: the browser styles
 * whatever moves again in every frame of a scroll. With reduced motion there is a gradient without stars.
 */
export function Starfield() {
  return (
    <Sky>
      <Layer>
        <path id="sky" d={chords} vectorEffect="non-scaling-stroke" />
        <Stars transform="rotate(80)" />
        <Stars transform="rotate(40)scale(2)" strokeWidth={1.5} />
        <Stars transform="rotate(-30)scale(2 .3)" />
        <Stars transform="rotate(150)scale(2 .2)" stroke={color.starWarm} />
      </Layer>
      <Layer>
        <g id="near">
          <Stars transform="scale(2)" strokeWidth={2} />
          <Stars transform="rotate(130)scale(2)" strokeWidth={3} stroke={color.starWarm} />
          <Stars transform="rotate(130)scale(2)" strokeWidth={6} stroke={color.starGlow} />
        </g>
      </Layer>
      <Layer>
        <use href="#near" transform="rotate(70)" />
      </Layer>
      <s />
    </Sky>
  )
}

const chords = 'M-50 -28L46 50 -9 -50 -37 50 50 -7 -50 19 31 -50 11 50 -50 -44 50 33 -26 -50'

const Stars = (look: SVGProps<SVGUseElement>) => <use href="#sky" {...look} />

/** Covers the window, whatever its shape. A unit is about a hundredth of the window's height. */
const Layer = ({ children }: { children: ReactNode }) => (
  <svg viewBox="-80 -50 160 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    {children}
  </svg>
)

const Sky = styled.div`
  position: fixed;
  inset: 0;
  z-index: ${layer.sky};
  background: linear-gradient(150deg, transparent 30%, ${color.skyLight}, transparent 68%) ${color.page};

  > * {
    position: absolute;
  }
  svg {
    width: 100%;
    height: 100%;
    fill: none;
    stroke: ${color.star};
    stroke-linecap: round;
    stroke-dasharray: 0 61 0 149;
    animation: drift 60s infinite alternate;
  }
  svg + svg {
    stroke-dasharray: 0 153 0 425 0 661;
    animation: twinkle 4s -3s infinite alternate;
  }
  svg + svg + svg {
    animation-duration: 6s;
  }
  s {
    top: 12%;
    right: 12%;
    width: 9rem;
    height: 2px;
    background: linear-gradient(90deg, ${color.star}, transparent);
    opacity: 0;
    animation: fall 19s 5s infinite;
  }
  [data-hidden] & > * {
    animation-play-state: paused;
  }
  @media (prefers-reduced-motion: reduce), (forced-colors: active) {
    svg {
      display: none;
    }
  }

  @keyframes drift {
    to {
      transform: scale(1.1);
    }
  }
  @keyframes twinkle {
    from {
      opacity: 0.25;
    }
  }
  @keyframes fall {
    from {
      opacity: 1;
      transform: rotate(-24deg);
    }
    4%,
    to {
      opacity: 0;
      transform: rotate(-24deg) translate(-36rem);
    }
  }
`
