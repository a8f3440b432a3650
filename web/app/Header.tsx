import { Link, NavLink, useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import { brand } from '../content/brand.ts'
import { chrome, joinLink, waitlistPage } from '../content/navigation.ts'
import { color } from '../design/theme.ts'
import { duration, layer, measure, radius, space, type } from '../design/tokens.ts'
import { ANSWER } from '../routes/page-files.ts'
import { DARKENS_AFTER } from '../start/scrolled.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Logo } from '../ui/Logo.tsx'
import { linksBelow, linksFit, Menu, PageLinks } from './Menu.tsx'

/** The width in rem at which the button fits between the mark and the menu, estimated from the length of its label. */
const BUTTON_FITS = 10.5 + 0.54 * joinLink.label.length

export function Header() {
  const { pathname } = useLocation()
  // The pages behind email links contain a button that must stand out.
  const quiet = pathname === ANSWER || pathname.startsWith(`${waitlistPage}/`)
  return (
    <Bar>
      <Row>
        <HomeLink to="/" aria-label={chrome.home}>
          <Logo />
        </HomeLink>
        <Nav aria-label={chrome.mainNavigation}>
          <PageLinks />
        </Nav>
        <Join
          as={NavLink}
          to={joinLink.to}
          end
          caseSensitive
          data-size="small"
          data-look={quiet ? 'quiet' : undefined}
        >
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
  /* Unlike a media query, a container query in rem takes the page's text size into account. */
  container-type: inline-size;

  [data-scrolled] & {
    background: ${color.page};
  }

  @media (scripting: none) {
    background: ${color.page};
  }
  /* On a zoomed screen, a header with a line of links would cover too much of the page. */
  @media (max-height: 20rem) {
    ${linksBelow} {
      position: absolute;
    }
  }
  /* Scrolling drives this animation, so it also runs for visitors who want reduced motion. */
  @supports (animation-timeline: scroll()) {
    background: none;
    animation: darken linear both !important;
    animation-timeline: scroll(root) !important;
    animation-range: ${DARKENS_AFTER} 40px !important;
  }
  @keyframes darken {
    to {
      background: ${color.page};
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

  ${linksBelow} {
    flex-wrap: wrap;
    row-gap: 0;
    padding-block: ${space[2]};

    nav {
      display: flex;
      flex: 1 0 100%;
      flex-wrap: wrap;
      order: 1;
      margin-inline: -${space[3]};
    }
    nav a {
      padding: ${space[1]} ${space[3]};
    }
  }
  /* On a zoomed screen, the header must leave room for the page even if the brand's name takes two lines. */
  @media (max-height: 20rem) {
    padding-block: ${space[1]};
  }
`

const HomeLink = styled(Link)`
  display: flex;
  margin-right: auto;
  padding-block: ${space[2]};
  text-decoration: none;

  /* On narrow screens, the mark appears without the name, so that the button has room. Without scripts, there is no
     menu beside it. */
  @media (scripting: enabled) {
    @container (max-width: ${BUTTON_FITS + 0.6 * brand.name.length}rem) {
      span span {
        display: none;
      }
    }
  }
`

const Nav = styled.nav`
  display: none;
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

  ${linksFit} {
    display: flex;
  }
`

const Join = styled(ButtonLink)`
  white-space: nowrap;

  /* With large text on a phone, only the menu contains this button. */
  @container (max-width: ${BUTTON_FITS}rem) {
    display: none;
  }
`
