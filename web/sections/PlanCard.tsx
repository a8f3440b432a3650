import { styled } from 'styled-components'
import { paths } from '../content/navigation.ts'
import { featureHints, hintLabel, type Plan, pricing } from '../content/plans.ts'
import { color, font, shadow } from '../design/theme.ts'
import { radius, space, type } from '../design/tokens.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'

interface PlanCardProps extends Plan {
  /** One level below the heading that the card stands under. */
  heading?: 'h2' | 'h3'
}

/** `data-popular` raises and lights the card; a plan to come cannot be chosen. */
export function PlanCard({ heading = 'h3', ...plan }: PlanCardProps) {
  return (
    <Card data-popular={plan.popular}>
      {plan.popular && <Ribbon>{pricing.popular}</Ribbon>}
      <Name as={heading}>{plan.name}</Name>
      <p>{plan.description}</p>
      <Price>
        {plan.price} <small>{plan.period}</small>
      </Price>
      <ul>
        {plan.features.map((feature) => (
          <Feature key={feature} name={feature} />
        ))}
      </ul>
      {plan.comingSoon ? (
        <Button disabled data-width="full">
          {pricing.comingSoon}
        </Button>
      ) : (
        <ButtonLink
          to={paths.waitlist}
          data-look={plan.popular ? undefined : 'quiet'}
          data-width="full"
        >
          {plan.cta}
        </ButtonLink>
      )}
    </Card>
  )
}

function Feature({ name }: { name: string }) {
  const hint = featureHints[name]
  return (
    <li>
      <span>{name}</span> {hint && <Tooltip label={hintLabel(name)} text={hint} />}
    </li>
  )
}

const Card = styled.article`
  position: relative;
  display: flex;
  flex-direction: column;
  gap: ${space[4]};
  padding: ${space[8]};
  border: 1px solid ${color.hairline};
  border-radius: ${radius.card};
  background: ${color.raised};
  color: ${color.muted};
  ${type.small}

  ul {
    display: grid;
    gap: ${space[3]};
    margin-block: ${space[4]};
  }
  li {
    padding-top: ${space[3]};
    border-top: 1px solid ${color.hairline};
    color: ${color.text};
  }

  &[data-popular='true'] {
    padding-block: ${space[12]} ${space[10]};
    border-color: ${color.accent};
    border-radius: ${radius.panel};
    background: radial-gradient(26rem 18rem at 70% -10%, ${color.glow}, transparent), ${color.card};
    box-shadow: ${shadow.lit};
  }
  @media (forced-colors: active) {
    &[data-popular='true'] {
      border-width: 3px;
    }
  }
`

const Name = styled.h3`
  ${type.heading}
`

const Ribbon = styled.p`
  position: absolute;
  top: 0;
  left: ${space[8]};
  transform: translateY(-50%);
  padding: ${space[1]} ${space[4]};
  border-radius: ${radius.pill};
  background: ${color.made};
  color: ${color.onAccent};
  ${type.label}
  font-weight: 600;

  /* Without its ground the frame would run through the words. */
  @media print {
    position: static;
    align-self: start;
    transform: none;
  }
`

const Price = styled.p`
  color: ${color.strong};
  font-family: ${font.display};
  ${type.price}
  font-weight: 700;

  small {
    color: ${color.muted};
    font-family: ${font.text};
    ${type.small}
    font-weight: 400;
    letter-spacing: 0;
  }
`
