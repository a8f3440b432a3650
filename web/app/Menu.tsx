import { Menu as MenuIcon, X } from 'lucide'
import { useLayoutEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import { brand } from '../content/brand.ts'
import { chrome, headerLinks, joinLink } from '../content/navigation.ts'
import { color, font } from '../design/theme.ts'
import { duration, ease, motionAllowed, radius, size, space, type } from '../design/tokens.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Logo } from '../ui/Logo.tsx'

// React's types do not include Invoker Commands (HTML Living Standard) yet.
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal'
    commandfor?: string
  }
}

const DIALOG_ID = 'menu'

const labels = [...headerLinks, joinLink].map(({ label }) => label).join('')

/**
 * The width in rem from which the header shows its links instead of the menu. It is at least 48, and is estimated from
 * the lengths of the brand's name and the labels, the padding, and the space around them.
 */
const FIT = Math.max(
  48,
  10 + 0.7 * brand.name.length + 0.52 * labels.length + 2.25 * headerLinks.length,
)
export const linksFit = `@container (min-width: ${FIT}rem)`

/**
 * Without scripts, a narrower header shows the links on a separate line, because some browsers cannot open the menu.
 */
export const linksBelow = `@media (scripting: none) and (width < ${FIT}rem)`

/**
 * The full-screen menu of narrow screens, a native modal dialog. `watch-menu.ts` closes it, keeps the focus inside, and
 * opens it in browsers that do not do so themselves. React only makes its links navigate without a page load. Without
 * JavaScript, the header shows the links instead.
 */
export function Menu() {
  const dialog = useRef<HTMLDialogElement>(null)

  const { key } = useLocation()
  const shown = useRef(key)

  // The menu must close before the new page takes the focus, because an open dialog makes the page inert.
  // A layout effect is early enough. The menu may already be open when it is hydrated.
  useLayoutEffect(() => {
    if (shown.current === key) return
    shown.current = key
    dialog.current?.close()
  }, [key])

  return (
    <>
      <Toggle
        type="button"
        command="show-modal"
        commandfor={DIALOG_ID}
        aria-label={chrome.openMenu}
        aria-haspopup="dialog"
      >
        <Icon icon={MenuIcon} />
      </Toggle>
      <Dialog id={DIALOG_ID} ref={dialog} aria-label={chrome.menu}>
        <form method="dialog">
          <Logo />
          <Toggle aria-label={chrome.closeMenu}>
            <Icon icon={X} />
          </Toggle>
        </form>
        <Nav aria-label={chrome.menu}>
          <PageLinks />
        </Nav>
        <ButtonLink as={NavLink} to={joinLink.to} end caseSensitive>
          {joinLink.label}
        </ButtonLink>
      </Dialog>
    </>
  )
}

export const PageLinks = () =>
  headerLinks.map(({ label, to }) => (
    <NavLink key={to} to={to} end caseSensitive>
      {label}
    </NavLink>
  ))

// styled-components does not know `command` yet, and would warn about it in development.
const Toggle = styled.button.withConfig({ shouldForwardProp: () => true })`
  display: grid;
  flex: none;
  place-items: center;
  width: ${size.target};
  height: ${size.target};
  padding: 0;
  border: 1px solid ${color.hairlineStrong};
  border-radius: ${radius.pill};
  background: none;
  color: ${color.strong};
  cursor: pointer;

  /* The close button stays, because an open dialog without it would freeze the page. */
  ${linksFit} {
    &[command] {
      display: none;
    }
  }
  @media (scripting: none) {
    &[command] {
      display: none;
    }
  }
`

const Dialog = styled.dialog`
  width: 100%;
  max-width: none;
  height: 100%;
  max-height: none;
  padding: ${space[3]} ${space.gutter} ${space[10]};
  border: 0;
  background: ${color.raised};
  color: ${color.text};

  &[open] {
    display: flex;
    flex-direction: column;
    gap: ${space[10]};
  }
  > form {
    display: flex;
    gap: ${space[4]};
    align-items: center;
    justify-content: space-between;
  }

  ${motionAllowed} {
    &[open] {
      animation: menu ${duration.normal} ${ease.out};
    }
  }
  @keyframes menu {
    from {
      opacity: 0;
      transform: translateY(-${space[6]});
    }
  }
`

const Nav = styled.nav`
  display: grid;
  /* A thumb reaches only the lower half of a phone. */
  margin-top: auto;
  font-family: ${font.display};
  ${type.title}
  font-weight: 700;

  a {
    align-content: center;
    min-height: 13svh;
    padding-block: ${space[3]};
    border-bottom: 1px solid ${color.hairline};
    color: ${color.strong};
    text-decoration: none;
  }
  a[aria-current='page'] {
    border-bottom: 3px solid;
    color: ${color.accentStrong};
  }
`
