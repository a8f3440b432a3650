import { styled } from 'styled-components'
import { font } from '../theme.ts'

/** Words in a picture, in the display face. */
export const Display = styled.text`
  font-family: ${font.display};
  font-weight: 700;
  letter-spacing: -0.02em;
`
