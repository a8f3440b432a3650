import { styled } from 'styled-components'
import { chrome, footer } from '../content/navigation.ts'
import { color } from '../design/theme.ts'
import { duration, radius, size, space } from '../design/tokens.ts'
import { SocialIcon } from '../ui/SocialIcon.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'

/** Each link opens in a new tab; its accessible name says so. */
export function SocialLinks() {
  return (
    <List>
      {footer.social.map(({ label, href }) => (
        <li key={label}>
          <a href={href} target="_blank" rel="noopener noreferrer">
            <SocialIcon name={label} />
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
