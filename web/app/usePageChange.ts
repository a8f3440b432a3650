import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { absolute } from '../content/absolute.ts'
import { titles } from '../content/page-table.ts'
import { NOT_FOUND } from './page-files.ts'

/**
 * Does on a client navigation what a browser does on a page load: the title and the
 * canonical address change, and reading starts at the new content, which says what it is
 * (WCAG 2.4.2, 2.4.3).
 */
export function usePageChange(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const title = titles[pathname] ?? titles[NOT_FOUND] ?? ''
    document.title = title
    // What phones share is the canonical address, not the one of the address bar.
    document.querySelector('link[rel=canonical]')?.setAttribute('href', absolute(pathname))
    main.current?.setAttribute('aria-label', title)
    main.current?.focus({ preventScroll: true })
  }, [pathname, main])
}
