import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'

/** Faster navigations show no progress bar, because it would only flicker. In milliseconds. */
const DELAY = 300

function subscribe(onChange: () => void): () => void {
  const later = () => {
    window.setTimeout(onChange, DELAY)
  }
  // The router handles clicks first, so that the address has changed by now.
  document.addEventListener('click', later)
  window.addEventListener('popstate', later)
  return () => {
    document.removeEventListener('click', later)
    window.removeEventListener('popstate', later)
  }
}

/** Whether the address bar shows a page that is still being fetched. */
export function usePending(): boolean {
  const { pathname } = useLocation()
  const asked = useSyncExternalStore(
    subscribe,
    () => window.location.pathname,
    () => pathname,
  )
  return asked !== pathname
}
