import { loadPage, pages } from './pages.ts'

/** Network Information API, which is not in TypeScript's library: not every browser has it. */
interface NetworkInformation {
  readonly saveData: boolean
  readonly effectiveType: string
}

/**
 * Fetches a page's chunk when a visitor shows interest in a link to it: by a pointer, by
 * focus, or by a touch, whose first event is a pointer's. Nobody pays for it who asked to
 * save data or has a network that is too slow to fetch on a guess.
 */
export function prefetchOnInterest(): void {
  document.addEventListener('pointerover', prefetch, { passive: true })
  document.addEventListener('focusin', prefetch)
}

function prefetch({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== window.location.origin) return
  if (!(link.pathname in pages) || savesData()) return
  // Who clicks in spite of a failure gets the page as a document.
  loadPage(link.pathname).catch(() => {})
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: NetworkInformation }
  return (
    connection !== undefined && (connection.saveData || connection.effectiveType.endsWith('2g'))
  )
}
