import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { absolute } from '../content/files.ts'
import { NOT_FOUND } from '../routes/page-files.ts'
import { titles } from '../routes/page-table.ts'
import { withSource } from '../waitlist/source.ts'

/**
 * Does on a client navigation what a browser does on a page load: updates the title and the canonical address, and
 * moves the focus to the new content (WCAG 2.4.2, 2.4.3). Also adds the visitor's source to the address, because phones
 * drop pages in the background and load them again.
 */
export function usePageChange(main: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation()
  const loaded = useRef(key)
  useLayoutEffect(() => {
    if (key === loaded.current) return
    const { search, hash } = window.location
    const query = withSource(search)
    if (query !== search) window.history.replaceState(window.history.state, '', query + hash)
  }, [key])
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const title = titles[pathname] ?? titles[NOT_FOUND] ?? ''
    document.title = title
    // Phones share the canonical address, not the one in the address bar.
    document.querySelector('link[rel=canonical]')?.setAttribute('href', absolute(pathname))
    main.current?.setAttribute('aria-label', title)
    main.current?.focus({ preventScroll: true })
  }, [pathname, main])
}
