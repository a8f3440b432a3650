import { styled } from 'styled-components'
import { counter, waitlistHead } from '../content/waitlist.ts'
import { color, font, shadow } from '../design/theme.ts'
import { radius, space, type, wide } from '../design/tokens.ts'
import { Grid, inColumns, Lead, Section } from '../ui/Section.tsx'
import { Badge } from '../ui/Tag.tsx'
import { WaitlistForm } from '../waitlist/WaitlistForm.tsx'

/** Shows the invitation next to the form, which is the page's only lit card. */
export function WaitlistHead() {
  return (
    <Wrapper>
      <Grid>
        <Words>
          <Badge>{waitlistHead.badge}</Badge>
          <Headline>{waitlistHead.title}</Headline>
          <Lead>{waitlistHead.text}</Lead>
        </Words>
        {counter && (
          <Counter>
            <strong>{counter.figure}</strong> {counter.label}
          </Counter>
        )}
        <Card>
          <WaitlistForm />
        </Card>
      </Grid>
    </Wrapper>
  )
}

export const Wrapper = styled(Section)`
  padding-top: ${space.top};
`

export const Words = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: ${space[6]};

  ${wide.desktop} {
    grid-column: 1 / span 6;
    padding-top: ${space[10]};
  }
`

export const Headline = styled.h1`
  max-width: 11ch;
  ${type.display}
`

const Card = styled.div`
  padding: min(clamp(1.5rem, 1rem + 2vw, 2.5rem), 6.25vw);
  border: 1px solid ${color.accent};
  border-radius: ${radius.panel};
  background: radial-gradient(30rem 20rem at 80% -10%, ${color.accentGround}, transparent), ${color.card};
  box-shadow: ${shadow.lit};

  ${wide.desktop} {
    grid-area: 1 / 8 / span 2 / -1;
  }
`

const Counter = styled.p`
  align-self: end;
  color: ${color.muted};
  ${type.lead}

  strong {
    color: ${color.strong};
    font-family: ${font.display};
    ${type.heading}
    font-weight: 700;
    font-variant-numeric: tabular-nums;
  }

  ${inColumns('1 / span 6')}
  ${wide.desktop} {
    strong {
      display: block;
      ${type.figure}
    }
  }
`
