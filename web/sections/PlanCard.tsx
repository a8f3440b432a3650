import { fillIn } from '@ad-kit/contract'
import { styled } from 'styled-components'
import { joinAddress } from '../content/navigation.ts'
import { type Plan, type PlanFeature, pricing } from '../content/plans.ts'
import { color, font, shadow } from '../design/theme.ts'
import { duration, radius, size, space, type, wide } from '../design/tokens.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { tick } from '../ui/Icon.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'

interface PlanCardProps extends Plan {
  /** The heading's level, which must be one below the heading above the card. */
  heading?: 'h2' | 'h3'
}

/**
 * `data-popular` raises and lights the card. Cards next to each other share their rows, so that prices, lists and
 * buttons are aligned.
 */
export function PlanCard({ heading = 'h3', ...plan }: PlanCardProps) {
  return (
    <Card data-popular={plan.popular}>
      {plan.popular && <Ribbon>{pricing.popular}</Ribbon>}
      <Name as={heading}>{plan.name}</Name>
      <p>{plan.description}</p>
      <Price>
        {plan.price} <small>{plan.period}</small>
      </Price>
      {plan.annual && <Annual>{plan.annual}</Annual>}
      <ul>
        {plan.features.map((feature) => (
          <Feature key={feature.text} {...feature} />
        ))}
      </ul>
      <Last>
        {plan.comingSoon ? (
          <Button disabled>{pricing.comingSoon}</Button>
        ) : (
          <ButtonLink to={joinAddress} data-look={plan.popular ? undefined : 'quiet'}>
            {plan.cta}
          </ButtonLink>
        )}
        {plan.commitment && <p>{plan.commitment}</p>}
        {plan.guarantee && <p>{plan.guarantee}</p>}
      </Last>
    </Card>
  )
}

function Feature({ text, hint, limit = false }: PlanFeature) {
  return (
    <li data-limit={limit}>
      <span>{text}</span> {limit && <VisuallyHidden>({pricing.limit})</VisuallyHidden>}
      {hint && <Tooltip label={fillIn(pricing.hint, { feature: text })} text={hint} />}
    </li>
  )
}

const Card = styled.article`
  position: relative;
  display: flex;
  flex-direction: column;
  gap: ${space[4]};
  padding: ${space[8]} clamp(min(${space[6]}, 6.25vw), 2.2vw, ${space[8]});
  border: 1px solid ${color.hairline};
  border-radius: ${radius.card};
  background: ${color.raised};
  color: ${color.muted};
  ${type.small}

  ${wide.tablet} {
    display: grid;
    grid-row: span 6;
    grid-template-rows: subgrid;

    /* A card with terms takes one more row, so that the other cards don't get a gap. */
    &:has(> div > p) {
      grid-row: span 7;
    }
  }

  p {
    text-wrap: balance;
  }

  ul {
    grid-row: 5;
    flex: 1;
    margin-block: ${space[2]} ${space[4]};
  }
  li {
    display: flex;
    gap: 0 ${space[2]};
    align-items: center;
    min-height: calc(${size.hint} + ${space[3]});
    border-top: 1px solid ${color.hairline};
    color: ${color.text};
  }
  li::before {
    ${tick}
    flex: none;
  }
  [data-limit='true'] {
    color: ${color.muted};
  }
  [data-limit='true']::before {
    width: 0.7em;
    height: 0;
    margin: 0 0.375em 0 0;
    border-color: ${color.faint};
    border-right: 0;
    rotate: 0deg;
  }

  &[data-popular='true'] {
    border-color: ${color.accent};
    border-radius: ${radius.panel};
    background: radial-gradient(26rem 18rem at 70% -10%, ${color.accentGround}, transparent), ${color.card};
    box-shadow: ${shadow.lit};
    transition: box-shadow ${duration.slow} ${duration.slow};

    &[data-rise='waiting'] {
      box-shadow: none;
    }
    ${wide.tablet} {
      margin-block: -${space[4]};
      padding-block: ${space[12]};
    }
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

  /* Here the label has no background, so the card's frame would run through its words. */
  @media print, (forced-colors: active) {
    transform: none;
  }
`

const Price = styled.p`
  margin-top: ${space[3]};
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

const Annual = styled.p`
  grid-row: 4;
  color: ${color.text};
`

const Last = styled.div`
  display: grid;
  grid-row: 6 / -1;
  align-self: start;
  width: 100%;
  ${type.label}

  > :first-child:not(:only-child) {
    margin-bottom: ${space[4]};
  }
`
