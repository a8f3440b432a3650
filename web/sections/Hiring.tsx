import { styled } from 'styled-components'
import { hiring } from '../content/about.ts'
import { color } from '../design/theme.ts'
import { measure, radius, space, type, wide } from '../design/tokens.ts'
import { Button } from '../ui/Button.tsx'
import { Section, Title } from '../ui/Section.tsx'

/** The button has no target, so it is disabled and says why (docs/decisions/0004). */
export function Hiring() {
  if (!hiring) return null
  const { before, address, after } = hiring.contact
  return (
    <Section>
      <Card>
        <div>
          <Title>{hiring.title}</Title>
          <p>
            {hiring.text} {before} <a href={`mailto:${address}`}>{address}</a>
            {after}
          </p>
        </div>
        <div>
          <Button type="button" disabled aria-describedby={NOTE_ID}>
            {hiring.button.label}
          </Button>
          <Note id={NOTE_ID}>{hiring.button.note}</Note>
        </div>
      </Card>
    </Section>
  )
}

const NOTE_ID = 'positions-note'

const Card = styled.div`
  display: grid;
  gap: ${space[8]};
  align-items: center;
  padding: clamp(2rem, 1rem + 4vw, 4rem);
  border: 1px dashed ${color.hairlineStrong};
  border-radius: ${radius.panel};

  p {
    max-width: ${measure.lead};
    margin-top: ${space[4]};
    color: ${color.muted};
  }
  ${wide.desktop} {
    grid-template-columns: 1fr auto;
  }
`

const Note = styled.p`
  ${type.label}
`
