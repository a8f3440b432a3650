import { useSyncExternalStore } from 'react'
import { css, styled } from 'styled-components'
import { layer, palette } from '../design/tokens.ts'

/**
 * The sky behind every page: drawn by the style sheet alone, so that it is there without
 * JavaScript and costs the main thread nothing. It stands still while the tab is hidden;
 * visitors who asked for reduced motion get the bare gradient.
 */
export function Starfield() {
  const hidden = useSyncExternalStore(
    subscribe,
    () => document.visibilityState === 'hidden',
    () => false,
  )
  return (
    <Sky aria-hidden="true" data-paused={hidden}>
      {stars.map((star) => (
        <i key={star.left} />
      ))}
    </Sky>
  )
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

interface Star {
  left: number
  top: number
  size: number
  seconds: number
}

/** Spread by the golden ratio: irregular to the eye, the same in every build. */
const stars: readonly Star[] = Array.from({ length: 24 }, (_, index) => ({
  left: Math.round((((index + 0.5) * 0.618034) % 1) * 1000) / 10,
  top: Math.round((((index + 0.5) * 0.754878) % 1) * 960) / 10,
  size: index % 7 === 0 ? 3 : 2,
  seconds: 3.5 + (index % 5) * 1.3,
}))

/** The far stars: one tile of the sky, too wide for its repetition to be seen. */
const farStars = Array.from({ length: 18 }, (_, index) => {
  const x = Math.round(((index * 0.618034 + 0.31) % 1) * 1000) / 10
  const y = Math.round(((index * 0.754878 + 0.17) % 1) * 1000) / 10
  const size = index % 5 === 0 ? 1.5 : 1
  return `radial-gradient(${size}px ${size}px at ${x}% ${y}%, ${palette.moon300}, transparent)`
}).join()

const place = ({ left, top, size, seconds }: Star, index: number) => css`
  &:nth-child(${index + 1}) {
    left: ${left}%;
    top: ${top}%;
    width: ${size}px;
    animation-duration: ${seconds}s;
    animation-delay: -${(index * 1.7) % 7}s;
  }
`

const Sky = styled.div`
  position: fixed;
  inset: 0;
  z-index: ${layer.sky};
  overflow: hidden;
  pointer-events: none;
  background:
    radial-gradient(90rem 60rem at 78% -10%, rgb(47 62 128 / 0.36), transparent 65%),
    radial-gradient(70rem 50rem at -10% 60%, rgb(30 42 96 / 0.3), transparent 60%),
    ${palette.night950};

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
    aspect-ratio: 1;
    border-radius: 50%;
    background: ${palette.moon100};
    animation: twinkle 5s ease-in-out infinite alternate;

    ${stars.map(place)}

    &:nth-child(7n + 1) {
      background: ${palette.ember200};
    }
  }
  &[data-paused='true'] i {
    animation-play-state: paused;
  }
  @media (prefers-reduced-motion: reduce) {
    i {
      display: none;
    }
  }

  @keyframes twinkle {
    from {
      opacity: 0.1;
    }
    to {
      opacity: 0.95;
    }
  }

  @media print {
    display: none;
  }
`
