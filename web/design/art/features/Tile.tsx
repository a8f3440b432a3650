import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { font } from '../../theme.ts'

/** The ground of a feature's miniature: 400 by 220 units. The words beside it say the same. */
export function Tile({ children }: { children: ReactNode }) {
  return (
    <Frame viewBox="0 0 400 220" aria-hidden="true">
      {children}
    </Frame>
  )
}

const Frame = styled.svg`
  overflow: visible;
  width: 100%;
  height: 100%;
  font-family: ${font.text};

  .display {
    font-family: ${font.display};
    font-weight: 700;
    letter-spacing: -0.02em;
  }
`
