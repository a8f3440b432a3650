import { useSyncExternalStore } from 'react'
import { css, styled } from 'styled-components'
import { color } from '../design/theme.ts'
import { layer, motionAllowed } from '../design/tokens.ts'

/**
 * The sky behind every page: three depths of stars that twinkle and drift. The far depth twinkles
 * as a whole and nine stars at five paces, because the browser styles whatever moves again in
 * every frame of a scroll. CSS moves them, by opacity and transform only, from the visitor's first
 * sign of interest on; its rules come with the scripts, which keeps the HTML small. With reduced
 * motion there is a gradient without stars.
 */
export function Starfield() {
  const awake = useAwake()
  const Shown = awake === undefined ? Sky : MovingSky
  return (
    <Shown aria-hidden="true" data-awake={awake}>
      {depths.map(({ drift, stars }) => (
        <b key={drift}>
          {stars.map(({ left, top }) => (
            <i key={`${left} ${top}`} />
          ))}
        </b>
      ))}
      <Falling />
    </Shown>
  )
}

const isVisible = (): boolean => document.visibilityState !== 'hidden'

function onChange(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** Whether the tab is shown; undefined until the page is hydrated. */
const useAwake = (): boolean | undefined =>
  useSyncExternalStore<boolean | undefined>(onChange, isVisible, () => undefined)

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

/** Near stars stay at the sides: behind text they would look like full stops. */
const toTheSide = ({ left, top }: Place): Place => ({
  left: Math.round(left < 50 ? left / 9 : 100 - (100 - left) / 9),
  top,
})

const places = (count: number, start: number): Place[] =>
  Array.from({ length: count }, (_, index) => spread(index + start))

/** The middle depth has the places of the far one in a mirror, which keeps the HTML small. */
const far = places(12, 0.2)
const near = places(5, 0.8).map(toTheSide)

/** From far to near. `drift` is the way in a minute, `size` a star's width. */
const depths = [
  { stars: far, size: '1px', drift: '3px, 5px', fill: color.starFar, mirror: '1' },
  { stars: far, size: '2px', drift: '-5px, 8px', fill: color.star, mirror: '-1 -1' },
  { stars: near, size: '3px', drift: '8px, -12px', fill: color.starWarm, mirror: '1' },
] as const

/** Seconds in which a star dims or brightens. */
const paces = [7, 9, 11, 13, 17]

const place = ({ left, top }: Place, index: number) => css`
  i:nth-child(${index + 1}) {
    left: ${left}%;
    top: ${top}%;
  }
`

const pace = (seconds: number, index: number) => css`
  i:nth-child(${paces.length}n + ${index}) {
    animation-duration: ${seconds}s;
    animation-delay: -${index * 3}s;
  }
`

const depth = ({ size, drift, fill, mirror }: (typeof depths)[number], index: number) => css`
  b:nth-child(${index + 1}) {
    --drift: ${drift};
    --size: ${size};
    --fill: ${fill};
    scale: ${mirror};
  }
`

const Falling = styled.s`
  position: absolute;
  top: 8%;
  right: 12%;
  width: 7rem;
  height: 1px;
  background: linear-gradient(90deg, ${color.starBright}, transparent);
  opacity: 0;
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

  b {
    position: absolute;
    inset: 0;
  }
  i {
    position: absolute;
    width: var(--size);
    aspect-ratio: 1;
    border-radius: 50%;
    background: var(--fill);
    opacity: 0.5;
  }
  ${depths.map(depth)}
  ${far.map(place)}
  b:nth-child(3) {
    ${near.map(place)}
  }

  @media (prefers-reduced-motion: reduce) {
    b {
      display: none;
    }
  }
`

const MovingSky = styled(Sky)`
  ${motionAllowed} {
    b {
      animation: drift 60s ease-in-out infinite alternate;
    }
    b:first-child {
      animation:
        drift 60s ease-in-out infinite alternate,
        twinkle 11s ease-in-out infinite alternate;

      i {
        opacity: 1;
      }
    }
    /* Less specific than the rule for a hidden tab. */
    :where(b:nth-child(2) > :nth-child(3n), b:nth-child(3) > i) {
      animation: twinkle 9s ease-in-out infinite alternate;
    }
    ${paces.map(pace)}
    s {
      animation: fall 47s 30s linear infinite;
    }
    &[data-awake='false'] :is(b, i, s) {
      animation-play-state: paused;
    }
  }

  @keyframes drift {
    to {
      transform: translate(var(--drift));
    }
  }
  @keyframes twinkle {
    from {
      opacity: 0.15;
    }
    to {
      opacity: 0.85;
    }
  }
  @keyframes fall {
    from {
      opacity: 0.8;
      transform: rotate(-24deg) translateX(0);
    }
    1.6%,
    to {
      opacity: 0;
      transform: rotate(-24deg) translateX(-26rem);
    }
  }
`
