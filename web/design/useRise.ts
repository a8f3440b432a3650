import { type RefObject, useEffect } from 'react'

/** A piece rises when this much of the window is below its upper edge. */
const EDGE = '0px 0px -10%'

/** In seconds: how long a piece rises, and how much later the next piece starts. */
const [DURATION, BETWEEN] = [0.45, 0.06]

const RISING = { opacity: [0, 1], transform: ['translateY(20px)', 'none'] }

/** A section's headlines, texts, pictures and items of lists, in the order of the page. */
function piecesOf(section: Element): Element[] {
  const unwrap = (element: Element): Element[] =>
    element.matches('div, dl, ol, ul') ? [...element.children] : [element]
  return [...section.children].flatMap(unwrap).flatMap(unwrap)
}

/** Resolves once the page is scrolled. A visitor who only fills in a form loads no animation. */
const scrolled = (gone: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (window.scrollY > 0) resolve()
    window.addEventListener('scroll', () => resolve(), { once: true, passive: true, signal: gone })
  })

/**
 * Lets each piece of a section rise once, when it comes into view. Pieces in view or above it do not
 * move. `data-rise` is "waiting" while a piece is invisible, for which
 * `global.ts` has a rule.
 */
async function rise(section: Element, gone: AbortSignal): Promise<void> {
  await scrolled(gone)
  const motion = await import('./motion.ts').catch(() => undefined)
  if (!motion || gone.aborted) return
  // The height is read once, here. In the observer, each reading after a changed attribute would lay out the page again.
  const { innerHeight } = window
  const observer = new IntersectionObserver(
    (entries) => {
      const rising: Element[] = []
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        if (!isIntersecting && boundingClientRect.top > innerHeight) {
          target.setAttribute('data-rise', 'waiting')
        } else if (isIntersecting || !target.hasAttribute('data-rise')) {
          observer.unobserve(target)
          if (target.hasAttribute('data-rise')) rising.push(target)
          target.removeAttribute('data-rise')
        }
      }
      if (rising.length === 0) return
      const delay = motion.stagger(BETWEEN)
      motion.animate(rising, RISING, { duration: DURATION, delay, ease: 'easeOut' })
    },
    { rootMargin: EDGE },
  )
  for (const piece of piecesOf(section)) observer.observe(piece)
  gone.addEventListener('abort', () => observer.disconnect())
}

/** Lets the pieces of a section rise, unless the visitor asked for reduced motion. */
export function useRise(section: RefObject<Element | null>): void {
  useEffect(() => {
    const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!section.current || reduced) return
    const left = new AbortController()
    void rise(section.current, left.signal)
    return () => left.abort()
  }, [section])
}
