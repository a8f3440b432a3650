import { followAddress } from '../app/address.ts'
import { loadPage } from '../routes/pages.ts'

/** The page that this document shows. */
const pathname = followAddress()

/**
 * The only entry in the browser. It waits until the page is loaded; on a page with a form, only
 * until it is painted. If a chunk is missing, links and forms work without scripts.
 */
async function start(): Promise<void> {
  const [{ hydrate }, { Page }] = await Promise.all([
    import('../app/hydrate.tsx'),
    loadPage(pathname),
  ])
  await hydrate(pathname, Page)
}

/** Safari has no `requestIdleCallback`. */
const whenIdle = window.requestIdleCallback ?? window.setTimeout

/** The first frame is on the screen one or two frames after it is drawn. */
const FRAMES = 4

function oncePainted(then: () => void, frames = FRAMES): void {
  // Background tabs get no frames.
  if (frames === 0 || document.hidden) then()
  else window.requestAnimationFrame(() => oncePainted(then, frames - 1))
}

/** A small page can be loaded before it is painted, and scripts would delay the paint. */
function onceLoaded(): void {
  oncePainted(() => whenIdle(() => void start()))
}

if (document.querySelector('main form')) oncePainted(() => void start())
else if (document.readyState === 'complete') onceLoaded()
else window.addEventListener('load', onceLoaded)
