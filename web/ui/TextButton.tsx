import { styled } from 'styled-components'
import { color } from '../design/theme.ts'
import { duration, size, space } from '../design/tokens.ts'

/** A button that looks like a link, for an action within its text. */
export const TextButton = styled.button`
  min-height: ${size.target};
  margin-top: ${space[3]};
  padding: 0;
  border: 0;
  background: none;
  color: ${color.accentStrong};
  font-weight: 600;
  text-decoration: underline;
  text-decoration-color: transparent;
  text-underline-offset: 0.3em;
  cursor: pointer;
  transition: text-decoration-color ${duration.fast};

  &:hover {
    text-decoration-color: currentColor;
  }
  &:disabled {
    color: ${color.faint};
    text-decoration: none;
    cursor: not-allowed;
  }
`
