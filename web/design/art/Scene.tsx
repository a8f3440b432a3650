import { styled } from 'styled-components'
import { font } from '../theme.ts'

/** A picture as wide as its container. Its light may overflow. */
export const Scene = styled.svg`
  width: 100%;
  height: auto;
  overflow: visible;
  font-family: ${font.text};
`
