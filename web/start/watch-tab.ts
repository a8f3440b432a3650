/** Sets `data-hidden` on the document's element while the tab is hidden: the sky rests then. */
export function watchTab(): void {
  document.addEventListener('visibilitychange', () =>
    document.documentElement.toggleAttribute('data-hidden', document.visibilityState === 'hidden'),
  )
}
