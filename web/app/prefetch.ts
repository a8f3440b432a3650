import { loaders, loadPage } from '../routes/pages.ts'

/** The Network Information API. TypeScript has no types for it, because few browsers support it. */
interface NetworkInformation {
  readonly saveData: boolean
  readonly effectiveType: string
}

/**
 * Fetches a page's chunk when a visitor points at, touches or focuses a link to it. Visitors who
 * save data or have a slow network are left alone.
 */
export function prefetchOnInterest(): void {
  document.addEventListener('pointerover', prefetch, { passive: true })
  document.addEventListener('focusin', prefetch)
}

function prefetch({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== window.location.origin) return
  if (!(link.pathname in loaders) || savesData()) return
  // After a failure, a click loads the page as a document.
  loadPage(link.pathname).catch(() => {})
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: NetworkInformation }
  return (
    connection !== undefined && (connection.saveData || connection.effectiveType.endsWith('2g'))
  )
}
