import { pages } from './pages.ts'

/** Path of the page that the document at hand shows. */
let shown: string

/**
 * The address may be another page's by now. Browsers that name the document otherwise, or by an
 * address that has led here, name no page of the site.
 */
function loadedPath(): string {
  const [navigation] = performance.getEntriesByType('navigation')
  const { pathname } = new URL(navigation?.name ?? '', window.location.href)
  return pathname in pages ? pathname : window.location.pathname
}

function follow(): void {
  if (window.location.pathname !== shown) window.location.reload()
}

/**
 * Among entries for which no document is loaded, going back changes the address alone. Until the
 * router is there to show its page, that is loaded.
 *
 * @returns the path of the page that the document shows
 */
export function followAddress(): string {
  shown = loadedPath()
  window.addEventListener('popstate', follow)
  follow()
  return shown
}

/** From here on the router listens. */
export function leaveAddress(): void {
  window.removeEventListener('popstate', follow)
}
