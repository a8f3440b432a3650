import { type RefObject, useEffect } from 'react'

/** Resolves once the page is scrolled, so that visitors who only fill in a form do not load animations. */
const scrolled = (gone: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (window.scrollY > 0) resolve()
    window.addEventListener('scroll', () => resolve(), { once: true, passive: true, signal: gone })
  })

/** Fetches the code for animations, without which all pieces are visible. */
async function riseOnceScrolled(section: Element, gone: AbortSignal): Promise<void> {
  await scrolled(gone)
  const motion = await import('./motion.ts').catch(() => undefined)
  if (!gone.aborted) motion?.rise(section, gone)
}

/** Lets the pieces of a section rise, unless the visitor asked for reduced motion. */
export function useRise(section: RefObject<Element | null>): void {
  useEffect(() => {
    const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!section.current || reduced) return
    const left = new AbortController()
    void riseOnceScrolled(section.current, left.signal)
    return () => left.abort()
  }, [section])
}
