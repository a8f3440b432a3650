import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'

/** Who gets a page sooner than this would only see a flicker. In milliseconds. */
const DELAY = 300

function subscribe(onChange: () => void): () => void {
  const later = () => {
    window.setTimeout(onChange, DELAY)
  }
  // A click comes here after the router, which has changed the address by then.
  document.addEventListener('click', later)
  window.addEventListener('popstate', later)
  return () => {
    document.removeEventListener('click', later)
    window.removeEventListener('popstate', later)
  }
}

/** Whether the address is that of another page than the one shown, which is still fetched. */
export function usePending(): boolean {
  const { pathname } = useLocation()
  const asked = useSyncExternalStore(
    subscribe,
    () => window.location.pathname,
    () => pathname,
  )
  return asked !== pathname
}
