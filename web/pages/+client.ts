import { followAddress } from '../app/address.ts'
import { loadPage } from '../app/pages.ts'

/** What this document shows. */
const pathname = followAddress()

/**
 * The browser's one entry: Vike loads it, and nothing of its own, on every page. It waits
 * until the page is loaded; where a form is, only until it is painted. Should a chunk be
 * missing, the document stays as it is, with links and forms that work.
 */
async function start(): Promise<void> {
  const [{ hydrate }, { Page }] = await Promise.all([
    import('../app/hydrate.tsx'),
    loadPage(pathname),
  ])
  await hydrate(pathname, Page)
}

/** Safari has no idle callbacks. */
const whenIdle = window.requestIdleCallback ?? window.setTimeout

/** Frames until the first one is on the screen: it is shown one or two after it is drawn. */
const FRAMES = 4

function oncePainted(then: () => void, frames = FRAMES): void {
  // A tab in the background is given no frames, and delays nothing that is seen.
  if (frames === 0 || document.hidden) then()
  else window.requestAnimationFrame(() => oncePainted(then, frames - 1))
}

/** A small page can be loaded before it is painted, and its scripts would delay that. */
function onceLoaded(): void {
  oncePainted(() => whenIdle(() => void start()))
}

if (document.querySelector('main form')) oncePainted(() => void start())
else if (document.readyState === 'complete') onceLoaded()
else window.addEventListener('load', onceLoaded)
