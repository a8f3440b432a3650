import { useRef } from 'react'
import { styled } from 'styled-components'
import { color } from '../design/theme.ts'
import { wide } from '../design/tokens.ts'
import { useDrawn } from '../design/useDrawn.ts'

/** The line between the numbers. It is drawn once, when it comes into view. */
export function StepsPath() {
  const line = useRef<SVGSVGElement>(null)
  useDrawn(line)
  return (
    <Line ref={line} viewBox="0 0 1200 260" preserveAspectRatio="none" aria-hidden="true">
      <path d="M124 40C210 40 330 46 398 100M542 122C630 122 744 130 812 184" />
    </Line>
  )
}

const Line = styled.svg`
  display: none;
  fill: none;
  stroke: ${color.accentGlow};
  stroke-width: 2;
  stroke-dasharray: 2 9;
  stroke-linecap: round;

  path {
    vector-effect: non-scaling-stroke;
  }

  ${wide.tablet} {
    position: absolute;
    inset: 0 0 auto;
    display: block;
    width: 100%;
    height: 15rem;
  }
`
