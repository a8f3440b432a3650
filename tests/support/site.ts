import type { PageOptions } from './browser/test.ts'

/** The browser's and the page's errors about a chunk that cannot be fetched. */
export const MISSING_CHUNK = [/Failed to load resource/, /dynamically imported module/]

/** The viewport of a phone. In CSS pixels. */
export const PHONE = { width: 390, height: 844 }

/** A browser without JavaScript. */
export const NO_SCRIPT: PageOptions = { javaScriptEnabled: false }

/** The browser's message about a page with status 404. */
export const NOT_FOUND_NOTE = /Failed to load resource.*404/

/** Runs in the page: Chromium reports a pointer that rests at 0, 0 after the first paint, which is no interest. */
export function ignoreRestingPointer(): void {
  const ignore = (event: PointerEvent) => {
    const rests = event.movementX === 0 && event.movementY === 0
    if (event.isTrusted && rests) event.stopImmediatePropagation()
  }
  window.addEventListener('pointermove', ignore, { capture: true })
}
