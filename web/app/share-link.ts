import { shareWords } from '../content/link-pages.ts'

/** The status stays empty for this many milliseconds, so that screen readers notice that it was emptied. */
const PAUSE = 100

/**
 * Adds buttons to the page with a referral link: one to copy the link and, if the browser supports it, one to share it.
 */
export function addShareButtons(): void {
  const place = document.querySelector('[data-share]')
  const link = place?.querySelector('a')
  if (!place || !link) return
  const line = document.createElement('p')
  const status = document.createElement('span')
  status.role = 'status'
  const add = (label: string, onClick: () => void): void => {
    const button = document.createElement('button')
    button.type = 'button'
    button.append(label)
    button.addEventListener('click', onClick)
    line.append(button)
  }
  const say = (sentence: string): void => {
    // Screen readers announce only changes, so they would not read out a repeated sentence.
    status.textContent = ''
    setTimeout(() => (status.textContent = sentence), PAUSE)
  }
  add(shareWords.copy, async () => {
    try {
      // Without HTTPS, browsers have no clipboard.
      await navigator.clipboard.writeText(link.href)
      say(shareWords.copied)
    } catch {
      getSelection()?.selectAllChildren(link)
      say(shareWords.notCopied)
    }
  })
  if ('share' in navigator) {
    add(shareWords.share, () => {
      // Closing the browser's share sheet rejects the promise. That is not an error.
      navigator.share({ url: link.href }).catch(() => {})
    })
  }
  line.append(status)
  place.after(line)
}
