import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { absolute } from '../content/absolute.ts'
import { NOT_FOUND } from '../routes/page-files.ts'
import { titles } from '../routes/page-table.ts'

/**
 * Does on a client navigation what a browser does on a page load: updates the title and the
 * canonical address, and moves the focus to the new content (WCAG 2.4.2, 2.4.3).
 */
export function usePageChange(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
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
