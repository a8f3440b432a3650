/** Spec §9: the header darkens once this much of the page is above the window. */
export const DARKENS_AFTER = '20px'

/**
 * Sets `data-scrolled` on the root element while the page is scrolled down. A visitor can scroll long before React has
 * loaded. An observer runs only when the header has to change, whereas a scroll listener would run for every movement.
 */
export function watchScroll(): void {
  const mark = document.body.appendChild(document.createElement('i'))
  mark.style.cssText = `position:absolute;top:0;height:${DARKENS_AFTER}`
  new IntersectionObserver((entries) => {
    const scrolled = entries.at(-1)?.isIntersecting === false
    document.documentElement.toggleAttribute('data-scrolled', scrolled)
  }).observe(mark)
}
