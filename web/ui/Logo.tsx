import { styled } from 'styled-components'
import { brand } from '../content/brand.ts'
import { color, font } from '../design/theme.ts'
import { space } from '../design/tokens.ts'

/** A star whose heart burns, and the product's name. */
export function Logo() {
  return (
    <Wrapper>
      <svg viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
        <path
          d="M14 0c.9 8 5.1 12.4 14 14-8.9 1.6-13.1 6-14 14-.9-8-5.1-12.4-14-14C8.9 12.4 13.1 8 14 0Z"
          fill={color.accent}
        />
        <path
          d="M14 8c2.6 2.5 3.9 4.5 3.9 6.700a3.9 3.9 0 0 1-7.8 0C10.1 12.5 11.4 10.5 14 8Z"
          fill={color.onAccent}
        />
      </svg>
      {brand.name}
    </Wrapper>
  )
}

const Wrapper = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[2]};
  color: ${color.strong};
  font-family: ${font.display};
  font-size: 1.375rem;
  font-weight: 700;
  letter-spacing: -0.02em;

  svg {
    flex: none;
  }
`
