import { styled } from 'styled-components'
import { sampleLabel } from '../content/sample-label.ts'
import { color, font } from '../design/theme.ts'
import { radius, space, type } from '../design/tokens.ts'

/** Marks invented content, on the thing itself. */
export const Sample = () => <Label>{sampleLabel}</Label>

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
