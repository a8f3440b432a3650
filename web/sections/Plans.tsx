import { styled } from 'styled-components'
import { plans, pricing } from '../content/plans.ts'
import { color } from '../design/theme.ts'
import { space, type, wide } from '../design/tokens.ts'
import { Grid, Lead, Section, Title } from '../ui/Section.tsx'
import { PlanCard } from './PlanCard.tsx'

interface PlansProps {
  /** The pricing page uses `h1`, because the plans are its subject. */
  heading?: 'h1' | 'h2'
}

/** Shows the pricing text next to the plans. */
export function Plans({ heading = 'h2' }: PlansProps) {
  return (
    <Section>
      <Grid>
        <Words>
          <Heading as={heading}>{pricing.title}</Heading>
          <Lead>{pricing.text}</Lead>
        </Words>
        <Cards>
          {plans.map((plan) => (
            <PlanCard key={plan.name} heading={heading === 'h1' ? 'h2' : 'h3'} {...plan} />
          ))}
          <Note>{pricing.beta}</Note>
        </Cards>
      </Grid>
    </Section>
  )
}

/** The title is the largest text of its page if it is an `h1`. */
const Heading = styled(Title)`
  &:is(h1) {
    ${type.display}
  }
`

const Words = styled.div`
  display: grid;
  gap: ${space[5]};
  align-content: start;

  ${wide.desktop} {
    grid-column: 1 / span 4;
    padding-top: ${space[10]};
  }
`

const Cards = styled.div`
  display: grid;
  gap: ${space[6]};

  ${wide.tablet} {
    grid-template-columns: 1fr 1.15fr;
    padding-top: ${space[6]};
  }
  ${wide.desktop} {
    grid-column: 6 / -1;
    padding-top: 0;
  }
`

const Note = styled.p`
  color: ${color.muted};
  ${type.small}

  ${wide.tablet} {
    grid-column: 1 / -1;
    margin-top: ${space[4]};
  }
`
