import { type RefObject, useEffect } from 'react'

/** Milliseconds between two changes. */
const PAUSE = 1000

/** Brightness levels that `Starfield` has a rule for. */
const LEVELS = 4

/**
 * Changes the brightness of one star at a time. This repaints a few pixels, where an animation
 * of all stars would redraw the window sixty times a second. It pauses while the tab is hidden
 * and for visitors who asked for reduced motion.
 */
export function useTwinkle(sky: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)')
    let timer: number | undefined

    const twinkle = () => {
      const stars = sky.current?.children ?? []
      const star = stars[Math.floor(Math.random() * stars.length)]
      star?.setAttribute('data-level', String(Math.floor(Math.random() * LEVELS)))
    }
    const update = () => {
      window.clearInterval(timer)
      const resting = calm.matches || document.visibilityState === 'hidden'
      timer = resting ? undefined : window.setInterval(twinkle, PAUSE)
    }

    update()
    document.addEventListener('visibilitychange', update)
    calm.addEventListener('change', update)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
      calm.removeEventListener('change', update)
    }
  }, [sky])
}
