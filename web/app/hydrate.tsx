import { type ComponentType, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { prefetchOnInterest } from './prefetch.ts'
import { createSite } from './routes.tsx'

/** Takes over the prerendered page; from here on React Router navigates. */
export function hydrate(pathname: string, Page: ComponentType): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element #root to hydrate.')
  prefetchOnInterest()
  // As a transition it pauses for the visitor's input.
  startTransition(() => {
    hydrateRoot(root, <BrowserRouter>{createSite(pathname, Page)}</BrowserRouter>)
  })
}
