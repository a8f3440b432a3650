import type { DOMKeyframesDefinition } from 'framer-motion'
import { type RefObject, useEffect } from 'react'

/**
 * Plays an animation once, when its element is first seen. The page shows the final state
 * from the start, so nothing is missing without it; visitors who asked for reduced motion
 * get none.
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
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let stop: (() => void) | undefined
    let left = false
    import('./motion.ts').then(({ animate, inView }) => {
      const seen = element.current
      if (left || !seen) return
      stop = inView(seen, () => void animate(seen, keyframes, { duration, ease: 'easeOut' }))
    })
    return () => {
      left = true
      stop?.()
    }
  }, [element, keyframes, duration])
}
