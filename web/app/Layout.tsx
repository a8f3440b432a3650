import { useRef } from 'react'
import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom'
import { styled } from 'styled-components'
import { chrome } from '../content/navigation.ts'
import { color } from '../design/theme.ts'
import { layer, radius, space } from '../design/tokens.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { Pending } from './Pending.tsx'
import { Starfield } from './Starfield.tsx'
import { usePageChange } from './usePageChange.ts'

const MAIN_ID = 'main'

/** The frame around every page. */
export function Layout() {
  const main = useRef<HTMLElement>(null)
  usePageChange(main)
  const pending = useNavigation().state !== 'idle'
  return (
    <>
      <SkipLink href={`#${MAIN_ID}`}>{chrome.skip}</SkipLink>
      <Starfield />
      <Header />
      <Pending pending={pending} />
      <main id={MAIN_ID} ref={main} tabIndex={-1} aria-busy={pending || undefined}>
        <Outlet />
      </main>
      <Footer />
      {/* The scroll position is restored after the page is rendered, because the page's height must be known first. */}
      <ScrollRestoration />
    </>
  )
}

const SkipLink = styled.a`
  position: fixed;
  top: ${space[3]};
  left: ${space[3]};
  z-index: ${layer.skip};
  padding: ${space[3]} ${space[5]};
  border-radius: ${radius.field};
  background: ${color.accent};
  color: ${color.onAccent};
  font-weight: 600;

  &:not(:focus) {
    transform: translateX(-200%);
  }
`
