import { shareWords } from '../content/link-pages.ts'

/** Adds buttons to the page with a link for friends: one copies the link, one shares it where the browser can. */
export function addShareButtons(): void {
  const place = document.querySelector('[data-share]')
  const link = place?.querySelector('a')
  if (!place || !link) return
  const line = document.createElement('p')
  const status = document.createElement('span')
  status.role = 'status'
  const add = (label: string, onClick: () => Promise<void>): void => {
    const button = document.createElement('button')
    button.type = 'button'
    button.append(label)
    button.addEventListener('click', () => {
      // Closing the browser's share sheet rejects the promise, which is not an error.
      onClick().catch(() => {})
    })
    line.append(button)
  }
  if ('clipboard' in navigator) {
    add(shareWords.copy, async () => {
      await navigator.clipboard.writeText(link.href)
      status.textContent = shareWords.copied
    })
  }
  if ('share' in navigator) {
    add(shareWords.share, () => navigator.share({ url: link.href }))
  }
  line.append(status)
  place.after(line)
}
