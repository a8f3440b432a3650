import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { withSource } from '../waitlist/source.ts'

/**
 * Adds the visitor's source to the address of each page that the router shows. Phones drop pages in the
 * background and load them again.
 */
export function useCarriedSource(): void {
  const { key } = useLocation()
  const loaded = useRef(key)
  useLayoutEffect(() => {
    if (key === loaded.current) return
    const { search, hash } = window.location
    const query = withSource(search)
    if (query !== search) window.history.replaceState(window.history.state, '', query + hash)
  }, [key])
}
