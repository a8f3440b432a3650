/** The code for animations, with the parts of framer-motion that the site uses. It is loaded after hydration. */

import { inView, stagger } from 'framer-motion/dom'
import { animate } from 'framer-motion/dom/mini'

export { animate, inView }

/** A piece waits once it is within half a viewport below the fold, and rises once its top edge is a tenth of the viewport above the bottom. */
const [AHEAD, EDGE] = ['0px 0px 50%', '0px 0px -10%']

/**
 * After this many milliseconds, a piece that is still waiting is shown, so that it appears in a screenshot of the whole
 * page.
 */
const PATIENCE = 4000

/** In seconds: how long a piece rises, and how much later the next piece starts. */
const [DURATION, BETWEEN] = [0.45, 0.06]

const RISING = { opacity: [0, 1], transform: ['translateY(20px)', 'none'] }

/** A section's headlines, texts, pictures and list items, in the order of the page. */
function piecesOf(section: Element): Element[] {
  const unwrap = (element: Element): Element[] =>
    element.matches('div, dl, ol, ul') ? [...element.children] : [element]
  return [...section.children].flatMap(unwrap).flatMap(unwrap)
}

/**
 * Lets each piece of a section rise once, when it comes into view from below. A piece that a jump brings into view does
 * not move. While a piece is invisible, its `data-rise` is "waiting", for which `global.ts` contains a rule.
 */
export function rise(section: Element, gone: AbortSignal): void {
  // The height is read only once, because reading it in the observer, after each changed attribute, would lay out the
  // page again.
  const { innerHeight } = window
  const arriving = new IntersectionObserver(
    (entries) => {
      const pieces = entries.filter((entry) => entry.isIntersecting).map(({ target }) => target)
      if (pieces.length === 0) return
      for (const piece of pieces) show(piece)
      animate(pieces, RISING, { duration: DURATION, delay: stagger(BETWEEN), ease: 'easeOut' })
    },
    { rootMargin: EDGE },
  )
  const show = (piece: Element): void => {
    arriving.unobserve(piece)
    piece.removeAttribute('data-rise')
  }
  const coming = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        if (!isIntersecting) continue
        coming.unobserve(target)
        if (boundingClientRect.top < innerHeight) continue
        target.setAttribute('data-rise', 'waiting')
        arriving.observe(target)
        setTimeout(() => show(target), PATIENCE)
      }
    },
    { rootMargin: AHEAD },
  )
  for (const piece of piecesOf(section)) coming.observe(piece)
  gone.addEventListener('abort', () => {
    coming.disconnect()
    arriving.disconnect()
  })
}
