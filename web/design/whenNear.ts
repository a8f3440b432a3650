/**
 * Calls back once an element comes as near to the window as the margin says.
 * @returns a function that stops waiting
 */
export function whenNear(element: Element, margin: string, then: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      then()
    },
    { rootMargin: margin },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
