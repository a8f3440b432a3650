import { Brush, Clock, ShoppingCart } from 'lucide'
import { styled } from 'styled-components'
import { why } from '../content/home.ts'
import { color } from '../design/theme.ts'
import { measure, space, type, wide } from '../design/tokens.ts'
import { Icon } from '../ui/Icon.tsx'
import { Picture } from '../ui/Picture.tsx'
import { Grid, inColumns, Section, Title } from '../ui/Section.tsx'

const icons = { clock: Clock, brush: Brush, cart: ShoppingCart }

/** The benefits beside a picture that proves them. */
export function Why() {
  return (
    <Section>
      <Grid>
        <Proof>
          <Picture {...why.picture} />
        </Proof>
        <Words>
          <Title>{why.title}</Title>
          <List>
            {why.benefits.map(({ icon, title, description }) => (
              <li key={title}>
                <Icon icon={icons[icon]} size={26} strokeWidth={1.75} />
                <h3>{title}</h3>
                <p>{description}</p>
              </li>
            ))}
          </List>
        </Words>
      </Grid>
    </Section>
  )
}

const Proof = styled.div`
  > * {
    max-width: ${measure.picture};
    margin-inline: auto;
  }

  ${inColumns('1 / span 6')}
`

const Words = styled.div`
  ${wide.desktop} {
    grid-column: 8 / -1;
    align-self: center;
  }
`

const List = styled.ul`
  margin-top: ${space[8]};

  li {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: ${space[1]} ${space[4]};
    padding-block: ${space[6]};
    border-top: 1px solid ${color.hairline};
  }
  h3 {
    ${type.heading}
  }
  p {
    grid-column: 2;
    color: ${color.muted};
  }
  svg {
    margin-top: 0.2rem;
    color: ${color.accent};
  }
`
