import { styled } from 'styled-components'
import { color } from '../design/theme.ts'
import { space } from '../design/tokens.ts'

const STAR = 'M10 1.5l2.5 5.6 6.1.6-4.6 4.1 1.3 6L10 14.7l-5.3 3.1 1.3-6L1.4 7.7l6.1-.6Z'

interface StarsProps {
  rating: number
  label: string
}

export function Stars({ rating, label }: StarsProps) {
  return (
    <Row role="img" aria-label={label}>
      {Array.from({ length: rating }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stars are alike
        <svg key={index} viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
          <path d={STAR} fill={color.accent} />
        </svg>
      ))}
    </Row>
  )
}

const Row = styled.div`
  display: flex;
  gap: ${space[1]};
`
