import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import { paths } from '../content/navigation.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import { Layout } from './Layout.tsx'

/** What each `+Page.tsx` exports: the module that Vike prerenders and the router loads. */
interface PageModule {
  Page: ComponentType
}

const NOT_FOUND = '*'

const pages: Record<string, () => Promise<PageModule>> = {
  [paths.home]: () => import('../pages/index/+Page.tsx'),
  [paths.features]: () => import('../pages/features/+Page.tsx'),
  [paths.pricing]: () => import('../pages/pricing/+Page.tsx'),
  [paths.about]: () => import('../pages/about/+Page.tsx'),
  [paths.blog]: () => import('../pages/blog/+Page.tsx'),
  [paths.waitlist]: () => import('../pages/waitlist/+Page.tsx'),
  [paths.terms]: () => import('../pages/terms/+Page.tsx'),
  [paths.privacy]: () => import('../pages/privacy/+Page.tsx'),
  [NOT_FOUND]: () => import('../pages/_error/+Page.tsx'),
}

/**
 * The route table. The page that Vike has loaded already is in it as a component, so
 * that the first render needs no request; every other page is fetched when it is
 * visited.
 *
 * @param current - path of the page at hand; an unknown one stands for the not-found page
 */
export function createRoutes(current: string, Page: ComponentType): RouteObject[] {
  const active = current in pages ? current : NOT_FOUND
  return [
    {
      Component: Layout,
      ErrorBoundary: ErrorScreen,
      children: Object.entries(pages).map(([path, load]) =>
        path === active
          ? { path, Component: Page }
          : { path, lazy: async () => ({ Component: (await load()).Page }) },
      ),
    },
  ]
}
