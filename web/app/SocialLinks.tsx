import type { IconNode } from 'lucide'
import { styled } from 'styled-components'
import { chrome, footer } from '../content/navigation.ts'
import { color } from '../design/theme.ts'
import { duration, radius, size, space } from '../design/tokens.ts'
import { Icon } from '../ui/Icon.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'

/** Drawn here, because the icon library has no company logos. */
const icons: Record<'Instagram' | 'LinkedIn', IconNode> = {
  Instagram: [
    ['rect', { x: 3, y: 3, width: 18, height: 18, rx: 5 }],
    ['circle', { cx: 12, cy: 12, r: 4 }],
    ['path', { d: 'M17 7h.01' }],
  ],
  LinkedIn: [['path', { d: 'M6 10v8M6 6.500h.01M11 18v-4.500a3 3 0 0 1 6 0V18M11 10v8' }]],
}

/** Each link opens in a new tab; its accessible name says so. */
export function SocialLinks() {
  return (
    <List>
      {footer.social.map(({ label, href }) => (
        <li key={label}>
          <a href={href} target="_blank" rel="noopener noreferrer">
            <Icon icon={icons[label]} size={22} strokeWidth={1.75} />
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
