import { styled } from 'styled-components'
import { brand } from '../content/brand.ts'
import { mark, markViewBox } from '../design/mark.ts'
import { color, font } from '../design/theme.ts'
import { space, type } from '../design/tokens.ts'

export function Logo() {
  return (
    <Wrapper>
      <svg viewBox={markViewBox} width={mark.size} height={mark.size} aria-hidden="true">
        <path d={mark.star} fill={color.accent} />
        <path d={mark.flame} fill={color.onAccent} />
      </svg>
      <span>{brand.name}</span>
    </Wrapper>
  )
}

const Wrapper = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[2]};
  color: ${color.strong};
  font-family: ${font.display};
  ${type.brand}
  font-weight: 700;
  text-wrap: balance;

  svg {
    flex: none;
  }
`
