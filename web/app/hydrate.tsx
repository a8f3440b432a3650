import { type ComponentType, startTransition } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { prefetchOnInterest } from './prefetch.ts'
import { Site } from './routes.tsx'

/** Hydrates the prerendered page, after which React Router navigates. */
export async function hydrate(pathname: string, Page: ComponentType): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element #root to hydrate.')
  prefetchOnInterest()
  // Evaluating React DOM in a separate task keeps each task below 50 ms on a slow phone.
  await new Promise((resolve) => setTimeout(resolve))
  const { hydrateRoot } = await import('react-dom/client')
  // A transition yields to the visitor's input.
  startTransition(() => {
    hydrateRoot(
      root,
      <BrowserRouter>
        <Site current={pathname} Page={Page} />
      </BrowserRouter>,
    )
  })
}
