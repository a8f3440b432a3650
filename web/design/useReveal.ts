import type { DOMKeyframesDefinition } from 'framer-motion'
import { type RefObject, useEffect } from 'react'

/** The code for animations is fetched when the element is this far below the window. */
const AHEAD = '100%'

/** A line is drawn from left to right. */
export const DRAWN = { clipPath: ['inset(-10% 100% -10% 0)', 'inset(-10% 0% -10% 0)'] }

/**
 * Plays an animation once, when its element is first seen, unless the visitor asked for reduced
 * motion. Without the animation the page shows its final state.
 *
 * @param keyframes - CSS values by property, from the first to the resting one; a constant
 * @param duration - in seconds
 */
export function useReveal(
  element: RefObject<Element | null>,
  keyframes: DOMKeyframesDefinition,
  duration: number,
): void {
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
          () => void motion.animate(seen, keyframes, { duration, ease: 'easeOut' }),
        )
      },
      { rootMargin: AHEAD },
    )
    near.observe(seen)
    return () => {
      near.disconnect()
      stop?.()
    }
  }, [element, keyframes, duration])
}
