import { type ComponentType, lazy, type ReactElement, useState } from 'react'
import { Route, Routes } from 'react-router-dom'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Layout } from './Layout.tsx'
import { fetchedPage, loadPage, pages, routeOf } from './pages.ts'

/**
 * The site within its router. The page at hand is in the route table as a component, so
 * that the first render waits for nothing; every other page is fetched when it is visited.
 *
 * @param current - path of the page at hand
 */
export function createSite(current: string, Page: ComponentType): ReactElement {
  const active = routeOf(current)
  const routes = Object.keys(pages).map((path) => {
    // By its key: else React would take the next page for this one, and keep its state.
    const element = path === active ? <Page /> : <FetchedPage key={path} route={path} />
    return <Route key={path} path={path} element={element} caseSensitive />
  })
  return (
    <ErrorBoundary>
      <Routes>
        <Route element={<Layout />}>{routes}</Route>
      </Routes>
    </ErrorBoundary>
  )
}

/**
 * A page that is fetched when it is visited. One that is here already, since a visitor showed
 * interest in it, is rendered at once: `lazy` would have React begin anew.
 */
function FetchedPage({ route }: { route: string }) {
  const [Page] = useState(() => fetchedPage(route) ?? lazyPages.get(route))
  return Page && <Page />
}

/**
 * A page whose chunk cannot be fetched is asked of the server as a document: after an
 * upgrade the old chunks are gone, and the new document names the new ones.
 */
async function loadOrLeave(route: string): Promise<{ default: ComponentType }> {
  try {
    return { default: (await loadPage(route)).Page }
  } catch {
    const { pathname, search } = window.location
    // Who waits for it no longer stays where they are; their next visit fetches it anew.
    if (routeOf(pathname) !== route) lazyPages.set(route, lazyPage(route))
    // The address is the new page's already. Not a reload, which would keep the scroll position.
    else window.location.replace(pathname + search)
    return never
  }
}

const lazyPage = (route: string): ComponentType => lazy(() => loadOrLeave(route))

const lazyPages = new Map(Object.keys(pages).map((route) => [route, lazyPage(route)]))

const never = new Promise<never>(() => {})
