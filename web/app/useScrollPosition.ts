import { useEffect, useLayoutEffect, useRef } from 'react'
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router-dom'

const STORAGE_KEY = 'scroll-positions'

/** Identifies an entry of the history. Entries of fragments share one key. */
const entryOf = ({ pathname, key, hash }: Location): string => pathname + key + hash

// Browsers with storage disabled throw on access. Positions are then lost on reload.

function stored(): Record<string, number> {
  try {
    return JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? '{}')
  } catch {
    return {}
  }
}

function store(positions: Record<string, number>): void {
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(positions))
  } catch {}
}

/**
 * Does on a client navigation what a browser does on a page load: scrolls a new page to its top or
 * fragment, and an earlier one to where it was left. The browser would restore the position before
 * the page is rendered, so it does so for document loads only.
 */
export function useScrollPosition(): void {
  const location = useLocation()
  const type = useNavigationType()
  const shown = useRef(location)
  const positions = useRef<Record<string, number>>({})

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const remember = () => {
      positions.current[entryOf(shown.current)] = window.scrollY
    }
    const take = () => {
      window.history.scrollRestoration = 'manual'
    }
    const leave = () => {
      store(positions.current)
      window.history.scrollRestoration = 'auto'
    }
    positions.current = stored()
    remember()
    take()
    window.addEventListener('scroll', remember, { passive: true, signal })
    window.addEventListener('pagehide', leave, { signal })
    // Pages restored from the back/forward cache need it again.
    window.addEventListener('pageshow', take, { signal })
    return () => listening.abort()
  }, [])

  useLayoutEffect(() => {
    const { pathname } = shown.current
    if (shown.current === location) return
    shown.current = location
    const before = type === NavigationType.Pop ? positions.current[entryOf(location)] : undefined
    const anchor = document.getElementById(location.hash.slice(1))
    // Within the same page, going back to a fragment scrolls to it.
    if (anchor && (before === undefined || pathname === location.pathname)) anchor.scrollIntoView()
    else window.scrollTo(0, before ?? 0)
  }, [location, type])
}
