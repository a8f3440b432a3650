import { styled } from 'styled-components'
import { chrome } from '../content/navigation.ts'
import { color, font } from '../design/theme.ts'
import { radius, space, type } from '../design/tokens.ts'

/** Shows a card's category or kind. */
export const Tag = styled.span`
  padding: 0.125rem ${space[3]};
  border: 1px solid ${color.accent};
  border-radius: ${radius.pill};
  color: ${color.accentStrong};
  ${type.label}
  font-weight: 500;
`

/** Shows a few words above a headline, after an accented dot. */
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

/** Marks the content next to it as invented. */
export const Sample = () => <Label>{chrome.sample}</Label>

const Label = styled.small`
  padding: 0 ${space[2]};
  border: 1px dashed ${color.hairlineStrong};
  border-radius: ${radius.pill};
  color: ${color.muted};
  font-family: ${font.text};
  ${type.label}
  font-weight: 400;
  letter-spacing: 0;
  white-space: nowrap;
`
