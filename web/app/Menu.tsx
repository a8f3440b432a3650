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
 * The full-screen menu of narrow screens. A native modal dialog keeps the focus inside and closes
 * on Escape; `command` opens it before hydration. Without JavaScript the header shows the links.
 */
export function Menu() {
  const dialog = useRef<HTMLDialogElement>(null)

  // Back and forward close the menu. A page requested before the menu opened may arrive late and
  // must not close it. A layout effect runs before the router's listener: an open menu would keep
  // the new page inert, so that it could not take the focus.
  useLayoutEffect(() => {
    const close = () => dialog.current?.close()
    window.addEventListener('popstate', close)
    return () => window.removeEventListener('popstate', close)
  }, [])

  const open = (event: MouseEvent) => {
    // The next line replaces the button's `command`.
    event.preventDefault()
    dialog.current?.showModal()
  }

  const close = ({ target, defaultPrevented }: MouseEvent) => {
    // The router ignored this click: the link opens in another tab or window.
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

/** A native dialog lets Tab reach the browser's controls. This wraps around instead. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')]
  const [edge, next] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)]
  if (document.activeElement !== edge) return
  event.preventDefault()
  next?.focus()
}

// styled-components does not know `command` yet and warns about it in development.
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

  /* Hide only the opening button. An open dialog that is hidden would make the page inert. */
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
  /* Puts the links within reach of the thumb. */
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
