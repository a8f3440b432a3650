import { type RefObject, useEffect, useState } from 'react'

/** Whether the mark, an element at the top of the page, has been scrolled out of the window. */
export function useScrolled(mark: RefObject<Element | null>): boolean {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    if (!mark.current) return
    // Unlike a listener for scrolling, an observer does nothing while the page is scrolled on.
    const observer = new IntersectionObserver((entries) =>
      setScrolled(entries.at(-1)?.isIntersecting === false),
    )
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [mark])
  return scrolled
}
