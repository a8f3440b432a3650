import { type RefObject, useEffect } from 'react'

/** The code for animations is fetched when the element is this far below the window. */
const AHEAD = '100%'

/** From left to right. */
const DRAWN = { clipPath: ['inset(-10% 100% -10% 0)', 'inset(-10% 0% -10% 0)'] }

/** In seconds. */
const DURATION = 0.7

/**
 * Draws a line once, when it is first seen, unless the visitor asked for reduced motion. Without the
 * animation the page shows the whole line.
 */
export function useDrawn(element: RefObject<Element | null>): void {
  useEffect(() => {
    if (!element.current || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const seen = element.current
    let stop: (() => void) | undefined
    const near = new IntersectionObserver(
      async (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        near.disconnect()
        const motion = await import('./motion.ts').catch(() => undefined)
        if (!motion || !seen.isConnected) return
        stop = motion.inView(
          seen,
          () => void motion.animate(seen, DRAWN, { duration: DURATION, ease: 'easeOut' }),
        )
      },
      { rootMargin: AHEAD },
    )
    near.observe(seen)
    return () => {
      near.disconnect()
      stop?.()
    }
  }, [element])
}
