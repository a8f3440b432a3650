import { styled } from 'styled-components'
import { color } from '../design/theme.ts'
import { measure, space, type } from '../design/tokens.ts'

/** Styles long text: readable line lengths, space between paragraphs, lists with marks. */
export const Prose = styled.div`
  max-width: ${measure.text};
  color: ${color.text};

  > * + *,
  h2 + & {
    margin-top: ${space[4]};
  }
  h3 {
    margin-top: ${space[8]};
    ${type.lead}
  }
  ul,
  ol {
    padding-left: ${space[6]};
    list-style: revert;
  }
  li + li {
    margin-top: ${space[2]};
  }
  li::marker {
    color: ${color.accent};
    font-variant-numeric: tabular-nums;
  }
  a {
    color: ${color.accentStrong};
    text-underline-offset: 0.2em;
  }
  strong {
    color: ${color.strong};
    font-weight: 600;
  }
`
