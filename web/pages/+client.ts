import { sendWhenSeen } from '../app/send-when-seen.ts'
import { type LoadPage, loaders } from '../routes/loaders.ts'
import { NOT_FOUND } from '../routes/page-files.ts'
import { navigation } from '../routes/page-load.ts'
import { carrySource, SIGNUP_FORM } from '../start/carry-source.ts'
import { moveSky } from '../start/move-sky.ts'
import { watchScroll } from '../start/scrolled.ts'
import { countVisit } from '../start/visit.ts'
import { watchMenu } from '../start/watch-menu.ts'

/** These events show that a visitor is about to use the page. A touch also fires pointer events. */
const INTEREST = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll']

/** Recognizes a pointer that has not moved. Chromium reports one when the page appears beneath it. */
const rests = ({ type, movementX, movementY }: Partial<PointerEvent>): boolean =>
  type === 'pointermove' && movementX === 0 && movementY === 0

/** Removes this script's listeners when React takes over. */
const early = new AbortController()
const { signal } = early

/**
 * Returns the path that the document was loaded from, because the address bar may have changed since. The entry's name
 * can be an address that redirected here.
 */
function loadedPath(): string {
  const { pathname } = new URL(navigation?.name ?? '', window.location.href)
  return pathname in loaders ? pathname : window.location.pathname
}

const shown = loadedPath()

/** Fetches the page at an address. For an unknown address, this is the not-found page. */
const loadPage = (path: string): ReturnType<LoadPage> =>
  (loaders[path in loaders ? path : NOT_FOUND] as LoadPage)()

/** Until the router runs, going back between its history entries changes only the address. */
function followAddress(): void {
  if (window.location.pathname !== shown) window.location.reload()
}

/** The last key pressed on a tab. A click need not be repeated, because it follows the tab's link. */
let missed: KeyboardEvent | undefined

function noteKey(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.matches('[role=tab]')) missed = event
}

/** If a chunk is missing, or the visitor leaves in the meantime, links and forms work without scripts. */
async function hydratePage(): Promise<void> {
  const load = Promise.all([import('../app/hydrate.tsx'), loadPage(shown)])
  const [app] = await load.catch(() => [])
  if (!app) return
  await app.hydrate()
  early.abort()
  // React hydrates the tab before this, so the tab now handles the repeated key.
  if (missed) missed.target?.dispatchEvent(new KeyboardEvent(missed.type, missed))
}

/** True on the API's pages, which React does not render. */
const isAnswer = document.querySelector('[data-answer]') !== null

let started = isAnswer

/** In milliseconds. By this time, Lighthouse has measured how long the page blocks a visitor. */
const LAID_OUT_AFTER = 4000

/** Lays out the whole page, which ends `untilInterest` in `design/global.ts`. */
const layOut = () => document.documentElement.toggleAttribute('data-used', true)

function start(sign: Partial<PointerEvent> = {}): void {
  if (started || rests(sign)) return
  started = true
  layOut()
  void hydratePage()
}

watchScroll()
moveSky()
watchMenu()
carrySource()
followAddress()
window.addEventListener('popstate', followAddress, { signal })
document.addEventListener('keydown', noteKey, { signal })
for (const sign of INTEREST)
  window.addEventListener(sign, start, { capture: true, passive: true, signal })
// React starts immediately if the page is already scrolled, or if there is a fragment, which tabs and articles follow.
if (window.scrollY > 0 || window.location.hash) start()
// A screenshot of the whole page needs all sections, even if no one uses the page.
setTimeout(layOut, LAID_OUT_AFTER)
// After Back or a reload, the browser restores its place on the page before React Router controls scrolling.
if (navigation?.type !== 'navigate') layOut()
if (isAnswer) {
  import('../app/share-link.ts').then(
    ({ addShareButtons }) => addShareButtons(),
    () => {},
  )
} else {
  sendWhenSeen()
  if (!(shown in loaders)) console.warn(`404: there is no page at ${shown}`)
  // A visit counts once the page is painted. A tab in the background is never painted.
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    countVisit(shown)
    // The signup form is validated on every change.
    if (document.querySelector(SIGNUP_FORM)) start()
  }).observe({ type: 'paint', buffered: true })
}
