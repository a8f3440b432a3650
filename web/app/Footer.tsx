import type { IconNode } from 'lucide'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { chrome, footer } from '../content/navigation.ts'
import { color, font } from '../design/theme.ts'
import { duration, measure, radius, size, space, type, wide } from '../design/tokens.ts'
import { Icon } from '../ui/Icon.tsx'
import { Logo } from '../ui/Logo.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'

export function Footer() {
  return (
    <Wrapper>
      <Columns aria-label={chrome.footerNavigation}>
        <Blurb>
          <Link to="/" aria-label={chrome.home}>
            <Logo />
          </Link>
          <p>{footer.blurb}</p>
        </Blurb>
        {footer.columns.map(({ title, links }) => (
          <div key={title}>
            <ColumnTitle>{title}</ColumnTitle>
            <ul>
              {links.map((link) => (
                <li key={link.label}>
                  {link.to ? <Link to={link.to}>{link.label}</Link> : <Placeholder {...link} />}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Columns>
      <Base>
        <p>{footer.copyright}</p>
        {footer.social.length > 0 && <SocialLinks />}
      </Base>
    </Wrapper>
  )
}

/** Shows a link without an address. The HTML standard calls this a placeholder. */
function Placeholder({ label }: { readonly label: string }) {
  // biome-ignore lint/a11y/useValidAnchor: it is not a control
  return <a>{label}</a>
}

const Wrapper = styled.footer`
  max-width: ${measure.page};
  margin: ${space[16]} auto 0;
  padding: 0 ${space.gutter} ${space[8]};
  color: ${color.muted};
  ${type.small}
`

const Columns = styled.nav`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(7rem, 100%), 1fr));
  gap: ${space[10]} ${space[8]};
  padding-block: ${space[12]} ${space[16]};
  border-top: 1px solid ${color.hairline};

  ${wide.tablet} {
    grid-template-columns: 2.2fr repeat(3, 1fr);
  }

  li > * {
    display: inline-block;
    padding-block: ${space[1]};
  }
  a {
    color: ${color.text};
    text-decoration: none;
    transition: color ${duration.fast};
  }
  a:not([href]) {
    color: ${color.faint};
  }
  a[href]:hover {
    color: ${color.accentStrong};
    text-decoration: underline;
    text-underline-offset: 0.25em;
  }
`

const Blurb = styled.div`
  display: grid;
  gap: ${space[4]};
  justify-items: start;
  max-width: 22rem;
  grid-column: 1 / -1;

  ${wide.tablet} {
    grid-column: auto;
  }
`

const ColumnTitle = styled.h2`
  margin-bottom: ${space[3]};
  color: ${color.faint};
  font-family: ${font.text};
  ${type.label}
  font-weight: 500;
`

const Base = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[4]};
`

/** These outlines are drawn here, because the icon library has no company logos. */
const icons: Record<'instagram' | 'linkedin', IconNode> = {
  instagram: [
    ['rect', { x: 3, y: 3, width: 18, height: 18, rx: 5 }],
    ['circle', { cx: 12, cy: 12, r: 4 }],
    ['path', { d: 'M17 7h.01' }],
  ],
  linkedin: [['path', { d: 'M6 10v8M6 6.500h.01M11 18v-4.500a3 3 0 0 1 6 0V18M11 10v8' }]],
}

/** Each link opens in a new tab, as its accessible name says. */
function SocialLinks() {
  return (
    <List>
      {footer.social.map(({ icon, label, href }) => (
        <li key={label}>
          <a href={href} target="_blank" rel="noopener noreferrer">
            <Icon icon={icons[icon]} size={22} strokeWidth={1.75} />
            <VisuallyHidden>{`${label} (${chrome.newTab})`}</VisuallyHidden>
          </a>
        </li>
      ))}
    </List>
  )
}

const List = styled.ul`
  display: flex;
  gap: ${space[2]};

  a {
    display: grid;
    place-items: center;
    width: ${size.target};
    height: ${size.target};
    border: 1px solid ${color.hairline};
    border-radius: ${radius.pill};
    color: ${color.muted};
    transition:
      color ${duration.fast},
      border-color ${duration.fast};
  }
  a:hover {
    border-color: ${color.accent};
    color: ${color.accentStrong};
  }
`
