import {
  Brush,
  Clock,
  Infinity as InfinityIcon,
  KeyRound,
  Percent,
  ShoppingCart,
  Users,
} from 'lucide'
import { styled } from 'styled-components'
import type { NavLink } from '../content/navigation.ts'
import { color } from '../design/theme.ts'
import { measure, space, type, wide } from '../design/tokens.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Picture } from '../ui/Picture.tsx'
import { Actions, Grid, inColumns, Section, Title } from '../ui/Section.tsx'

const icons = {
  brush: Brush,
  cart: ShoppingCart,
  clock: Clock,
  infinity: InfinityIcon,
  key: KeyRound,
  percent: Percent,
  users: Users,
}

interface PointsProps {
  title: string
  items: readonly { icon?: keyof typeof icons; title: string; description: string }[]
  look: keyof typeof looks
  action?: NavLink
  /** The picture is next to the title and the list on wide screens, and above them on narrow screens. */
  picture?: { file: string; label: string }
}

/** Shows a title and a list of points, each with a title, a description and perhaps an icon. */
export function Points({ title, items, look, action, picture }: PointsProps) {
  const List = looks[look]
  const words = (
    <>
      <Title>{title}</Title>
      <List>
        {items.map(({ icon, title, description }) => (
          <li key={title}>
            {icon && <Icon icon={icons[icon]} size={28} strokeWidth={1.75} />}
            <h3>{title}</h3>
            <p>{description}</p>
          </li>
        ))}
      </List>
      {action && (
        <Actions>
          <ButtonLink to={action.to}>{action.label}</ButtonLink>
        </Actions>
      )}
    </>
  )
  if (!picture) return <Section>{words}</Section>
  return (
    <Section>
      <Grid>
        <Proof>
          <Picture {...picture} />
        </Proof>
        <Words>{words}</Words>
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
  h3 {
    ${type.heading}
  }
  p {
    color: ${color.muted};
  }
  svg {
    color: ${color.accent};
  }
`

/** Lines with an icon on the left. */
const Lines = styled(List)`
  margin-top: ${space[8]};

  li {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: ${space[1]} ${space[4]};
    padding-block: ${space[6]};
    border-top: 1px solid ${color.hairline};
  }
  p {
    grid-column: 2;
  }
  svg {
    width: 26px;
    height: 26px;
    margin-top: 0.2rem;
  }
`

/** Points between hairlines: around a cross or, on desktops, in one row. */
const Cross = styled(List)`
  display: grid;
  margin-top: ${space[6]};

  li {
    padding: ${space[8]} ${space[6]} ${space[8]} 0;
    border-bottom: 1px solid ${color.hairline};
  }
  h3 {
    margin-block: ${space[4]} ${space[1]};
  }
  ${wide.tablet} {
    grid-template-columns: 1fr 1fr;

    li:nth-child(even) {
      padding-inline: ${space[8]} 0;
      border-left: 1px solid ${color.hairline};
    }
    li:nth-last-child(-n + 2) {
      border-bottom: 0;
    }
  }
  ${wide.desktop} {
    grid-auto-columns: 1fr;
    grid-auto-flow: column;
    grid-template-columns: none;

    li {
      padding-block: ${space[2]} 0;
      border-bottom: 0;
    }
    li:not(:first-child) {
      padding-left: ${space[8]};
      border-left: 1px solid ${color.hairline};
    }
  }
`

/** Names on the left and their meanings on the right. */
const Names = styled(List)`
  margin-top: ${space[10]};
  border-bottom: 1px solid ${color.hairline};

  li {
    display: grid;
    gap: ${space[2]} ${space[8]};
    align-items: baseline;
    padding-block: ${space[8]};
    border-top: 1px solid ${color.hairline};

    /* The left column is as wide as five of the page's twelve. */
    ${wide.tablet} {
      grid-template-columns: calc(5 / 12 * (100% + ${space[8]}) - ${space[8]}) 1fr;
    }
  }
  h3 {
    ${type.clause}
  }
  p {
    max-width: ${measure.text};
  }
`

/** Stops on one dashed line. The first stop is lit. */
const Stops = styled(List).attrs({ as: 'ol' })`
  display: grid;
  margin-top: ${space[12]};

  ${wide.desktop} {
    grid-template-columns: 1.2fr 1fr 1fr 1fr;
  }

  li {
    position: relative;
    padding: 0 0 ${space[10]} ${space[10]};

    ${wide.desktop} {
      padding: ${space[8]} ${space[8]} 0 0;
    }
  }
  li::before {
    content: '';
    position: absolute;
    top: 0.375rem;
    left: 0.3125rem;
    height: 100%;
    border-left: 1px dashed ${color.hairlineStrong};

    ${wide.desktop} {
      top: 0.3125rem;
      width: 100%;
      height: 0;
      border-top: 1px dashed ${color.hairlineStrong};
    }
  }
  li::after {
    content: '';
    position: absolute;
    top: 0.375rem;
    left: 0;
    width: 0.6875rem;
    height: 0.6875rem;
    border: 2px solid ${color.accent};
    border-radius: 50%;
    background: ${color.page};

    ${wide.desktop} {
      top: 0;
    }
  }
  li:first-child::after {
    background: ${color.accent};
    box-shadow: 0 0 1.25rem 0.25rem ${color.accentGlow};
  }
  li:last-child::before {
    display: none;
  }
  h3 {
    margin-bottom: ${space[2]};
  }
`

const looks = { lines: Lines, cross: Cross, names: Names, stops: Stops }
