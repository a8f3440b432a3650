import { type RefObject, useEffect } from 'react'

/** Between two changes of the sky, in milliseconds. */
const PAUSE = 1000

/** Brightness levels that `Starfield` has a rule for. */
const LEVELS = 4

/**
 * Lets one star at a time change its brightness. A change repaints a few pixels and
 * nothing else, where animating all stars would redraw the window sixty times a second.
 * It rests while the tab is hidden and for visitors who asked for reduced motion.
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
