import { styled } from 'styled-components'
import { plans, pricing } from '../content/plans.ts'
import { color } from '../design/theme.ts'
import { space, type, wide } from '../design/tokens.ts'
import { Grid, Lead, Section, Title } from '../ui/Section.tsx'
import { PlanCard } from './PlanCard.tsx'

interface PlansProps {
  /** `h1` where the plans are what the page is about. */
  heading?: 'h1' | 'h2'
}

/** What it costs, beside the plans. */
export function Plans({ heading = 'h2' }: PlansProps) {
  return (
    <Section>
      <Grid>
        <Words>
          <Title as={heading}>{pricing.title}</Title>
          <Lead>{pricing.text}</Lead>
          <Terms>
            <p>{pricing.terms}</p>
            <p>{pricing.annual}</p>
          </Terms>
        </Words>
        <Cards>
          {plans.map((plan) => (
            <PlanCard key={plan.name} heading={heading === 'h1' ? 'h2' : 'h3'} {...plan} />
          ))}
        </Cards>
      </Grid>
    </Section>
  )
}

const Words = styled.div`
  display: grid;
  gap: ${space[5]};
  align-content: start;

  ${wide.desktop} {
    grid-column: 1 / span 4;
    padding-top: ${space[10]};
  }
`

const Terms = styled.div`
  color: ${color.muted};
  ${type.small}
`

const Cards = styled.div`
  display: grid;
  gap: ${space[6]};
  align-items: center;

  ${wide.tablet} {
    grid-template-columns: 1fr 1.15fr;
  }
  ${wide.desktop} {
    grid-column: 6 / -1;
  }
`
