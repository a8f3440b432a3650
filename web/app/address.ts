/** Path of the document at hand. The address may be another page's by now. */
export function loadedPath(): string {
  const [navigation] = performance.getEntriesByType('navigation')
  return new URL(navigation?.name ?? window.location.href).pathname
}

function follow(): void {
  if (window.location.pathname !== loadedPath()) window.location.reload()
}

/**
 * Among entries for which no document is loaded, going back changes the address alone. Until the
 * router is there to show its page, that is loaded.
 */
export function followAddress(): void {
  window.addEventListener('popstate', follow)
  follow()
}

/** From here on the router listens. */
export function leaveAddress(): void {
  window.removeEventListener('popstate', follow)
}
