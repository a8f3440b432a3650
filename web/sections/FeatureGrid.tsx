import type { ComponentType } from 'react'
import { styled } from 'styled-components'
import { type FeatureCard, type FeatureIcon, featureCards } from '../content/features.ts'
import { Analytics } from '../design/art/features/Analytics.tsx'
import { Automation } from '../design/art/features/Automation.tsx'
import { Brand } from '../design/art/features/Brand.tsx'
import { Growth } from '../design/art/features/Growth.tsx'
import { Market } from '../design/art/features/Market.tsx'
import { Shop } from '../design/art/features/Shop.tsx'
import { Studio } from '../design/art/features/Studio.tsx'
import { Team } from '../design/art/features/Team.tsx'
import { color } from '../design/theme.ts'
import { radius, space, type, wide } from '../design/tokens.ts'
import { Section } from '../ui/Section.tsx'

const pictures: Record<FeatureIcon, ComponentType> = {
  brand: Brand,
  studio: Studio,
  shop: Shop,
  growth: Growth,
  automation: Automation,
  team: Team,
  market: Market,
  analytics: Analytics,
}

/** Eight unequal tiles; each shows its feature in miniature. */
export function FeatureGrid() {
  return (
    <Section>
      <Bento>
        {featureCards.map((card) => (
          <Card key={card.title} {...card} />
        ))}
      </Bento>
    </Section>
  )
}

function Card({ icon, title, description, features, badge }: FeatureCard) {
  const Picture = pictures[icon]
  return (
    <Tile>
      <Stage>
        <Picture />
      </Stage>
      <Words>
        <Rank data-badge={badge}>{badge}</Rank>
        <h2>{title}</h2>
        <p>{description}</p>
        <ul>
          {features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      </Words>
    </Tile>
  )
}

/** Wide tiles, which lie picture beside words, alternate with narrow ones, which stand. */
const Bento = styled.div`
  display: grid;
  gap: ${space[6]};

  ${wide.tablet} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  ${wide.desktop} {
    grid-template-columns: repeat(12, minmax(0, 1fr));

    > * {
      grid-column: span 5;
    }
    > :nth-child(4n + 1),
    > :nth-child(4n) {
      grid-column: span 7;
      flex-direction: row;
      align-items: center;
    }
    > :nth-child(4n) {
      flex-direction: row-reverse;
    }
  }
`

const Tile = styled.article`
  display: flex;
  flex-direction: column;
  overflow: hidden;
  border: 1px solid ${color.hairline};
  border-radius: ${radius.panel};
  background: ${color.raised};
`

const Stage = styled.div`
  display: grid;
  flex: 1 1 0;
  align-items: center;
  align-self: stretch;
  padding: ${space[6]};
  background: radial-gradient(24rem 16rem at 50% 40%, ${color.glow}, transparent 70%), ${color.card};

  ${wide.large} {
    flex-grow: 1.4;
  }
`

const Words = styled.div`
  flex: 1 1 0;
  padding: ${space[6]} ${space[8]} ${space[8]};

  h2 {
    margin-block: ${space[3]} ${space[2]};
    ${type.heading}
  }
  p {
    color: ${color.muted};
  }
  ul {
    margin-top: ${space[5]};
    ${type.small}
  }
  li {
    padding-block: ${space[2]};
    border-top: 1px solid ${color.hairline};
  }
`

const Rank = styled.strong`
  display: inline-block;
  padding: 0.125rem ${space[3]};
  border: 1px solid ${color.hairlineStrong};
  border-radius: ${radius.pill};
  color: ${color.muted};
  ${type.label}
  font-weight: 500;

  &[data-badge='Popular'] {
    border-color: ${color.accent};
    color: ${color.accentStrong};
  }
`
