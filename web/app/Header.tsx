import { Link, NavLink } from 'react-router-dom'
import { styled } from 'styled-components'
import { brand } from '../content/brand.ts'
import { chrome, joinLink } from '../content/navigation.ts'
import { color } from '../design/theme.ts'
import { duration, layer, measure, motionAllowed, radius, space, type } from '../design/tokens.ts'
import { DARKENS_AFTER } from '../start/scrolled.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Logo } from '../ui/Logo.tsx'
import { linksFit, Menu, PageLinks } from './Menu.tsx'

export function Header() {
  return (
    <Bar>
      <Row>
        <HomeLink to="/" aria-label={chrome.home}>
          <Logo />
        </HomeLink>
        <Nav aria-label={chrome.mainNavigation}>
          <PageLinks />
        </Nav>
        <Join as={NavLink} to={joinLink.to} end caseSensitive data-size="small">
          {joinLink.label}
        </Join>
        <Menu />
      </Row>
    </Bar>
  )
}

const Bar = styled.header`
  position: fixed;
  inset: 0 0 auto;
  z-index: ${layer.header};

  [data-scrolled] & {
    background: ${color.veil};
  }

  @media (scripting: none) {
    position: static;
  }
  @supports (animation-timeline: scroll()) {
    ${motionAllowed} {
      animation: darken linear both;
      animation-timeline: scroll(root);
      animation-range: ${DARKENS_AFTER} 60px;

      ${linksFit} {
        position: fixed;
      }
    }
  }
  @keyframes darken {
    to {
      background: ${color.veil};
    }
  }
`

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: clamp(${space[2]}, 2.5vw, ${space[4]});
  max-width: ${measure.page};
  margin-inline: auto;
  padding: ${space[3]} ${space.gutter};

  /* On a zoomed screen, the header must leave room for the page even if the brand's name takes two lines. */
  @media (max-height: 20rem) {
    padding-block: ${space[1]};
  }
  @media (scripting: none) {
    flex-wrap: wrap;
  }
`

const HomeLink = styled(Link)`
  display: flex;
  margin-right: auto;
  padding-block: ${space[2]};
  text-decoration: none;
`

const Nav = styled.nav`
  display: none;
  flex-wrap: inherit;
  gap: ${space[1]};
  ${type.small}
  white-space: nowrap;

  a {
    padding: ${space[2]} ${space[4]};
    border-radius: ${radius.pill};
    color: ${color.muted};
    font-weight: 500;
    text-decoration: none;
    transition: color ${duration.fast};
  }
  a:hover {
    color: ${color.strong};
  }
  a[aria-current='page'] {
    color: ${color.accentStrong};
    background: ${color.accentGround};
  }
  @media (forced-colors: active) {
    a[aria-current='page'] {
      border: 1px solid;
    }
  }

  /* Without scripts, narrow screens show the links as well, because some browsers then cannot open the menu. */
  ${linksFit}, (scripting: none) {
    display: flex;
  }
`

const Join = styled(ButtonLink)`
  white-space: nowrap;

  /* Narrow screens have this button in the menu. The width is an estimate from the letters of name and label. */
  @media (max-width: ${10.5 + 0.6 * brand.name.length + 0.54 * joinLink.label.length}rem) {
    display: none;
  }
`
