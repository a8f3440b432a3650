import { Infinity as InfinityIcon, KeyRound, Percent, Users } from 'lucide'
import { styled } from 'styled-components'
import { benefits } from '../content/waitlist.ts'
import { color } from '../design/theme.ts'
import { space, type, wide } from '../design/tokens.ts'
import { Icon } from '../ui/Icon.tsx'
import { Grid, inColumns, Section, Title } from '../ui/Section.tsx'

const icons = { key: KeyRound, users: Users, percent: Percent, infinity: InfinityIcon }

/** Four reasons around a cross of hairlines. */
export function JoinEarly() {
  return (
    <Section>
      <Grid>
        <Heading>{benefits.title}</Heading>
        <List>
          {benefits.items.map(({ icon, title, description }) => (
            <li key={title}>
              <Icon icon={icons[icon]} size={28} strokeWidth={1.75} />
              <h3>{title}</h3>
              <p>{description}</p>
            </li>
          ))}
        </List>
      </Grid>
    </Section>
  )
}

const Heading = styled(Title)`
  ${inColumns('1 / span 4')}
`

const List = styled.ul`
  display: grid;

  ${wide.tablet} {
    grid-template-columns: 1fr 1fr;
  }
  ${inColumns('6 / -1')}

  li {
    padding: ${space[8]} ${space[6]} ${space[8]} 0;
    border-bottom: 1px solid ${color.hairline};
  }
  ${wide.tablet} {
    li:nth-child(even) {
      padding-inline: ${space[8]} 0;
      border-left: 1px solid ${color.hairline};
    }
    li:nth-last-child(-n + 2) {
      border-bottom: 0;
    }
  }
  svg {
    color: ${color.accent};
  }
  h3 {
    margin-block: ${space[4]} ${space[1]};
    ${type.heading}
  }
  p {
    color: ${color.muted};
  }
`
