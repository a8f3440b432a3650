import { type ComponentType, lazy, type ReactElement } from 'react'
import { Route, Routes } from 'react-router-dom'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Layout } from './Layout.tsx'
import { type LoadPage, pages, routeOf } from './pages.ts'

/**
 * The site within its router. The page at hand is in the route table as a component, so
 * that the first render waits for nothing; every other page is fetched when it is visited.
 *
 * @param current - path of the page at hand
 */
export function createSite(current: string, Page: ComponentType): ReactElement {
  const active = routeOf(current)
  const routes = Object.entries(pages).map(([path, load]) => {
    const Component = path === active ? Page : lazyPage(load)
    return <Route key={path} path={path} element={<Component />} />
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
 * A page whose chunk cannot be fetched is asked of the server as a document: after an
 * upgrade the old chunks are gone, and the new document names the new ones.
 */
const lazyPage = (load: LoadPage) =>
  lazy(async () => {
    try {
      return { default: (await load()).Page }
    } catch {
      // The address is the new page's already. Not a reload, which would keep the scroll position.
      window.location.replace(window.location.pathname + window.location.search)
      return never
    }
  })

const never = new Promise<never>(() => {})
