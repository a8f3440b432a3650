import { navigation } from '../start/navigation.ts'

/**
 * Sends the form of the page behind a confirmation link once the page is seen, so that one click in the email
 * confirms (docs/decisions/0010). A page that the browser has prepared in advance is hidden. After Back or a
 * reload, and for a person who has left, only the button sends it. The form names the fragment of such a person's
 * address: an import of the contract would double the start script.
 */
export function sendWhenSeen(): void {
  const form = document.querySelector<HTMLFormElement>('[data-when-seen]')
  const { search, hash } = window.location
  if (
    !form ||
    navigation?.type !== 'navigate' ||
    search === '' ||
    hash === form.dataset['whenSeen']
  )
    return
  const send = (): void => form.submit()
  if (document.visibilityState === 'visible') send()
  else document.addEventListener('visibilitychange', send, { once: true })
}
