import { loaders } from '../routes/loaders.ts'
import { findSource, withSource } from '../waitlist/source.ts'

/** One of these events comes before a visitor follows a link or opens it in a new tab. Safari does not focus links. */
const BEFORE_A_LINK = ['pointerdown', 'focusin', 'click']

export const SIGNUP_FORM = 'form[action*=consent]'

/**
 * Puts the visitor's source into a link just before the visitor follows it, and into the form when it is sent. React
 * cannot do this alone, because it may load after the click, and another tab does not share its memory.
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
  // A link within the page keeps its query. With a different one, the browser would load the page again.
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
