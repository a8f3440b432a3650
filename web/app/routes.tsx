import { type ComponentType, lazy, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { fetchedPage, loadPage, pages, routeOf } from '../routes/pages.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Layout } from './Layout.tsx'

interface SiteProps {
  /** Path of the current page. */
  readonly current: string
  readonly Page: ComponentType
}

/**
 * The site within its router. The current page is rendered at once; every other page is fetched
 * when it is visited.
 */
export function Site({ current, Page }: SiteProps) {
  const route = routeOf(useLocation().pathname)
  return (
    <ErrorBoundary>
      <Layout>
        {/* Without a key, React would keep the state of one page for the next. */}
        {route === routeOf(current) ? <Page /> : <FetchedPage key={route} route={route} />}
      </Layout>
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
