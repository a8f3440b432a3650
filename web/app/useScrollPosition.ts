import { useEffect, useLayoutEffect, useRef } from 'react'
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router-dom'

const STORAGE_KEY = 'scroll-positions'

/** An entry of the session's history; those of fragments all share one key. */
const entryOf = ({ pathname, key, hash }: Location): string => pathname + key + hash

// Browsers that may keep nothing throw at the mere name; then a reload forgets the positions.

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
 * Does on a client navigation what a browser does on a page load: a new page is shown from
 * its top or at its fragment, an earlier one where it was left. The browser itself would
 * restore the position before the page is there, so it may only do that when it loads one.
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
    // also a page that comes back from the browser's cache
    window.addEventListener('pageshow', take, { signal })
    return () => listening.abort()
  }, [])

  useLayoutEffect(() => {
    const { pathname } = shown.current
    if (shown.current === location) return
    shown.current = location
    const before = type === NavigationType.Pop ? positions.current[entryOf(location)] : undefined
    const anchor = document.getElementById(location.hash.slice(1))
    // Within the page a fragment is a place to go to.
    if (anchor && (before === undefined || pathname === location.pathname)) anchor.scrollIntoView()
    else window.scrollTo(0, before ?? 0)
  }, [location, type])
}
