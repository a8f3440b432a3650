import { styled } from 'styled-components'
import { type FeatureCard, featureCards } from '../content/features.ts'
import { color } from '../design/theme.ts'
import { radius, space, type, wide } from '../design/tokens.ts'
import { Picture } from '../ui/Picture.tsx'
import { Section } from '../ui/Section.tsx'
import { Tag } from '../ui/Tag.tsx'

/** Shows each feature in miniature on tiles of unequal width. */
export function FeatureGrid() {
  return (
    <Section forwardedAs="div">
      <Bento>
        {featureCards.map((card) => (
          <Card key={card.title} {...card} />
        ))}
      </Bento>
    </Section>
  )
}

function Card({ icon, title, description, features, badge }: FeatureCard) {
  return (
    <Tile>
      <Stage>
        <Picture file={icon} />
      </Stage>
      <Words>
        <Tag>{badge}</Tag>
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

/**
 * Wide tiles alternate with narrow ones. A wide tile's words are set in two columns, which leaves height for its
 * picture, so that the lists in both tiles end on the same line.
 */
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

      > :first-child {
        flex: 1 0 auto;
      }
      > :last-child {
        flex: none;
        display: grid;
        grid-template: auto auto 1fr / 1fr 1fr;
        gap: 0 ${space[8]};
      }
      ul {
        display: grid;
        grid-area: 1 / 2 / span 3;
        align-content: end;
        margin-top: 0;
      }
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
  padding: ${space[6]};
  background: radial-gradient(24rem 16rem at 50% 40%, ${color.accentGround}, transparent 70%), ${color.card};

  > *,
  svg,
  img {
    height: 100%;
    object-fit: contain;
  }
  ${wide.desktop} {
    height: min(22.5vw, 19rem);
  }
`

const Words = styled.div`
  flex: 1;
  padding: ${space[6]} ${space[8]} ${space[8]};

  span {
    justify-self: start;
  }
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
