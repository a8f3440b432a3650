import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { pageMeta } from '../content/pages.ts'

/**
 * Does on a client navigation what a browser does on a page load: the title changes and
 * reading starts at the new content (WCAG 2.4.2, 2.4.3).
 */
export function usePageChange(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.title = pageMeta(pathname).title
    main.current?.focus({ preventScroll: true })
  }, [pathname, main])
}
