import { type ComponentType, lazy, type ReactElement, useState } from 'react'
import { Route, Routes } from 'react-router-dom'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Layout } from './Layout.tsx'
import { fetchedPage, loadPage, pages, routeOf } from './pages.ts'

/**
 * The site within its router. The current page is rendered at once; every other page is fetched
 * when it is visited.
 *
 * @param current - path of the current page
 */
export function createSite(current: string, Page: ComponentType): ReactElement {
  const active = routeOf(current)
  const routes = Object.keys(pages).map((path) => {
    // Without a key, React would keep the state of one page for the next.
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

/** A page that is fetched when it is visited. A prefetched one is rendered without suspending. */
function FetchedPage({ route }: { route: string }) {
  const [Page] = useState(() => fetchedPage(route) ?? lazyPages.get(route))
  return Page && <Page />
}

/** If a chunk is missing, as after an upgrade, loads the page as a document with new chunks. */
async function loadOrLeave(route: string): Promise<{ default: ComponentType }> {
  try {
    return { default: (await loadPage(route)).Page }
  } catch {
    const { pathname, search } = window.location
    // The visitor went elsewhere meanwhile. Try again at the next visit.
    if (routeOf(pathname) !== route) lazyPages.set(route, lazyPage(route))
    // The address bar shows the new page already. A reload would keep the scroll position.
    else window.location.replace(pathname + search)
    return never
  }
}

const lazyPage = (route: string): ComponentType => lazy(() => loadOrLeave(route))

const lazyPages = new Map(Object.keys(pages).map((route) => [route, lazyPage(route)]))

const never = new Promise<never>(() => {})
