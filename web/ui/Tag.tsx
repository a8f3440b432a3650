import { styled } from 'styled-components'
import { color } from '../design/theme.ts'
import { radius, space, type } from '../design/tokens.ts'

/** A word that sorts a card: its category or its kind. */
export const Tag = styled.span`
  padding: 0.125rem ${space[3]};
  border: 1px solid ${color.accent};
  border-radius: ${radius.pill};
  color: ${color.accentStrong};
  ${type.label}
  font-weight: 500;
`
