import { styled } from 'styled-components'
import { color } from '../design/theme.ts'
import { radius, space, type } from '../design/tokens.ts'

/** A few words above a headline, after an accented dot. */
export const Badge = styled.p`
  display: inline-flex;
  align-items: center;
  gap: ${space[2]};
  padding: ${space[1]} ${space[4]} ${space[1]} ${space[3]};
  border: 1px solid ${color.hairlineStrong};
  border-radius: ${radius.pill};
  color: ${color.accentStrong};
  ${type.label}
  font-weight: 500;

  &::before {
    content: '';
    width: 0.5rem;
    height: 0.5rem;
    border-radius: 50%;
    background: ${color.made};
    box-shadow: 0 0 0.75rem 0.125rem ${color.accent};
  }
`
