/**
 * Sends the form of the page behind a confirmation link once the page is seen, so that one click in the email
 * confirms (docs/decisions/0010). A page that the browser has prepared in advance is hidden. After Back or a
 * reload, only the button sends it.
 */
export function sendWhenSeen(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-when-seen]')
  const [navigation] = performance.getEntriesByType('navigation')
  const isFirst =
    navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate'
  if (!form || !isFirst || window.location.search === '') return
  const seen = new AbortController()
  const send = (): void => {
    if (document.visibilityState !== 'visible') return
    seen.abort()
    form.requestSubmit()
  }
  document.addEventListener('visibilitychange', send, { signal: seen.signal })
  send()
}
