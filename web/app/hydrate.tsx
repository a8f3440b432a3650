import { type ComponentType, startTransition } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { prefetchOnInterest } from './prefetch.ts'
import { createSite } from './routes.tsx'

/** Takes over the prerendered page; from here on React Router navigates. */
export async function hydrate(pathname: string, Page: ComponentType): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element #root to hydrate.')
  prefetchOnInterest()
  // React DOM is evaluated in a task of its own: in one with all that is evaluated by now, it
  // would block a slow phone for longer than 50 ms.
  await new Promise((resolve) => setTimeout(resolve))
  const { hydrateRoot } = await import('react-dom/client')
  // As a transition it pauses for the visitor's input.
  startTransition(() => {
    hydrateRoot(root, <BrowserRouter>{createSite(pathname, Page)}</BrowserRouter>)
  })
}
