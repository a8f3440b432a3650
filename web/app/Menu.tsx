import { Menu as MenuIcon, X } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef } from 'react'
import { NavLink } from 'react-router-dom'
import { styled } from 'styled-components'
import { chrome, headerLinks, joinLink } from '../content/navigation.ts'
import { color, font } from '../design/theme.ts'
import { duration, radius, size, space, type, wide } from '../design/tokens.ts'
import { ButtonLink } from '../ui/Button.tsx'

const DIALOG_ID = 'menu'

/**
 * The full-screen menu of narrow screens: a native modal dialog, which keeps the focus
 * inside, makes the page behind it inert and closes on Escape by itself. `command` opens
 * it before the page is hydrated, in browsers that know it. Without JavaScript the header has
 * the links itself.
 */
export function Menu() {
  const dialog = useRef<HTMLDialogElement>(null)

  // Back and forward lead to another page, too. Not every new page closes the menu: one that
  // was asked for before it was opened can come late. A layout effect, so that it is told before
  // the router is: behind the menu the new page would be inert, and could not take the focus.
  useLayoutEffect(() => {
    const close = () => dialog.current?.close()
    window.addEventListener('popstate', close)
    return () => window.removeEventListener('popstate', close)
  }, [])

  const open = (event: MouseEvent) => {
    // The script opens it, so the button's own command need not.
    event.preventDefault()
    dialog.current?.showModal()
  }

  const close = ({ target, defaultPrevented }: MouseEvent) => {
    // A link that the router leaves to the browser opens in another tab or window.
    if (target instanceof HTMLAnchorElement && !defaultPrevented) return
    dialog.current?.close()
  }

  return (
    <>
      <Toggle
        type="button"
        command="show-modal"
        commandfor={DIALOG_ID}
        aria-label={chrome.openMenu}
        aria-haspopup="dialog"
        onClick={open}
      >
        <MenuIcon aria-hidden="true" />
      </Toggle>
      <Dialog
        id={DIALOG_ID}
        ref={dialog}
        aria-label={chrome.menu}
        onClick={close}
        onKeyDown={keepFocusInside}
      >
        <form method="dialog">
          <Toggle aria-label={chrome.closeMenu}>
            <X aria-hidden="true" />
          </Toggle>
        </form>
        <Nav aria-label={chrome.menu}>
          {headerLinks.map(({ label, to }) => (
            <NavLink key={to} to={to} end>
              {label}
            </NavLink>
          ))}
        </Nav>
        <ButtonLink to={joinLink.to}>{joinLink.label}</ButtonLink>
      </Dialog>
    </>
  )
}

/** The browser's own controls are one Tab away from a native dialog; the first link is closer. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')]
  const [edge, next] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)]
  if (document.activeElement !== edge) return
  event.preventDefault()
  next?.focus()
}

// styled-components does not know `command` yet, and would warn of it in development.
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

  /* Only the one that opens the menu: an open dialog that is not shown would freeze the page. */
  ${wide.tablet}, (scripting: none) {
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
    align-self: flex-end;
  }

  @media (prefers-reduced-motion: no-preference) {
    &[open] {
      animation: menu ${duration.normal};
    }
  }
  @keyframes menu {
    from {
      opacity: 0;
    }
  }
`

const Nav = styled.nav`
  display: grid;
  /* Where the thumb is. */
  margin-top: auto;
  font-family: ${font.display};
  ${type.title}
  font-weight: 700;

  a {
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
