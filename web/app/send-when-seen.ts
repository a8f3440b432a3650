import { navigation } from '../routes/page-load.ts'

/**
 * Sends the confirmation page's form as soon as the visitor sees the page, so that one click in the email confirms
 * (docs/decisions/0010). It waits while the page is hidden, because a browser may load pages in advance. After Back or
 * a reload, and for a person who has left, only the button sends the form. `data-when-seen` contains the fragment that
 * marks a person who has left, because importing the contract would double the size of the start script.
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
