import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import type { PageContextClient } from 'vike/types'
import { createRoutes } from '../app/routes.tsx'

/** Takes over the prerendered page; from here on React Router navigates. */
export function onRenderClient({ Page }: PageContextClient): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element #root to hydrate.')
  const router = createBrowserRouter(createRoutes(window.location.pathname, Page))
  hydrateRoot(root, <RouterProvider router={router} />)
}
