import { Link } from 'react-router-dom'
import { css, styled } from 'styled-components'
import { color, shadow } from '../design/theme.ts'
import { duration, ease, radius, size, space, type } from '../design/tokens.ts'

/** `data-look="quiet"` marks the second choice next to a primary button. */
export const look = css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space[2]};
  min-height: ${size.button};
  padding: ${space[3]} min(${space[6]}, 6.25vw);
  border: 1px solid transparent;
  border-radius: ${radius.pill};
  background: ${color.made};
  box-shadow: ${shadow.button};
  color: ${color.onAccent};
  font-weight: 600;
  line-height: 1.2;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  transition: ${duration.fast} ${ease.out};
  transition-property: transform, filter, background-color, border-color;

  &:hover {
    filter: brightness(1.08);
    transform: translateY(-1px);
  }
  &:active {
    filter: brightness(0.95);
    transform: translateY(1px);
  }
  &:disabled {
    background: none;
    border-color: ${color.hairlineStrong};
    box-shadow: none;
    color: ${color.faint};
    filter: none;
    transform: none;
    cursor: not-allowed;
  }

  &[data-look='quiet'] {
    background: none;
    border-color: ${color.hairlineStrong};
    box-shadow: none;
    color: ${color.strong};
  }
  &[data-look='quiet']:hover {
    border-color: ${color.accent};
    color: ${color.accentStrong};
    filter: none;
  }
  /* On the waitlist page, the header's link to that page is subdued, so that the form's button stands out. */
  &[aria-current='page'] {
    background: ${color.accentGround};
    border-color: ${color.accent};
    box-shadow: none;
    color: ${color.accentStrong};
  }
  &[data-size='small'] {
    min-height: ${size.target};
    padding: ${space[2]} ${space[5]};
    ${type.small}
    line-height: 1.2;
  }
  &[data-width='full'] {
    width: 100%;
  }

  @media (forced-colors: active) {
    border-color: ButtonText;
  }
`

export const Button = styled.button`
  ${look}
`

export const ButtonLink = styled(Link)`
  ${look}
`

/** A button that looks like a link, for actions within a sentence. */
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
