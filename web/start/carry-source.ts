import { loaders } from '../routes/pages.ts'
import { findSource, withSource } from '../waitlist/source.ts'

/** One of these events precedes following a link or opening it in a new tab. Safari does not focus links. */
const BEFORE_A_LINK = ['pointerdown', 'focusin', 'click']

export const SIGNUP_FORM = 'form[action*=consent]'

/**
 * Puts the visitor's source into links to pages when they are about to be used, and into the form when it
 * is sent: React may come too late to keep it in memory, and never has it in another tab.
 */
export function carrySource(): void {
  const options = { capture: true, passive: true }
  for (const type of BEFORE_A_LINK) window.addEventListener(type, carryByLink, options)
  window.addEventListener('submit', carryByForm, options)
}

const withoutHash = ({ href }: { href: string }) => href.split('#')[0]

function carryByLink({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== window.location.origin || !(link.pathname in loaders)) return
  // With another query, a link to a place on the page would load the page.
  if (link.hash && withoutHash(link) === withoutHash(window.location)) return
  const query = withSource(link.search)
  if (query !== link.search) link.search = query
}

/** The API reads the source from the form's address. */
function carryByForm({ target }: Event): void {
  const source = findSource()
  if (!source || !(target instanceof HTMLFormElement) || !target.matches(SIGNUP_FORM)) return
  const address = new URL(target.action)
  address.searchParams.set('source', source)
  target.action = address.href
}
