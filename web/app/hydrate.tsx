import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router-dom'
import { routesWith } from './routes.tsx'

/** Hydrates the prerendered page. From then on, React Router handles navigation. */
export async function hydrate(): Promise<void> {
  const routes = routesWith()
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element #root to hydrate.')
  // The first render must equal the HTML, so the first page cannot be lazy.
  for (const { route } of matchRoutes(routes, window.location) ?? []) {
    if (typeof route.lazy === 'function')
      Object.assign(route, await route.lazy(), { lazy: undefined })
  }
  // With hydration data, even an empty object, the router leaves the initial scroll position to the browser.
  const router = createBrowserRouter(routes, { hydrationData: {} })
  // A transition yields to the visitor's input.
  startTransition(() => {
    hydrateRoot(root, <RouterProvider router={router} />)
  })
}
