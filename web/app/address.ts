import { pages } from '../routes/pages.ts'

/** Path of the page that the document shows. */
let shown: string

/**
 * The path that the document was loaded from; the address bar may have changed since. The entry's
 * name can be an address that redirected here, which is no page.
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
 * Until the router runs, going back between its history entries changes only the address. This
 * loads the page of that address.
 *
 * @returns the path of the page that the document shows
 */
export function followAddress(): string {
  shown = loadedPath()
  window.addEventListener('popstate', follow)
  follow()
  return shown
}

/** The router takes over. */
export function leaveAddress(): void {
  window.removeEventListener('popstate', follow)
}
