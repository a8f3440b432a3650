import { styled } from 'styled-components'
import { font } from '../theme.ts'

/** A picture as wide as its place, whose light may reach beyond it. */
export const Scene = styled.svg`
  width: 100%;
  height: auto;
  overflow: visible;
  font-family: ${font.text};
`
