import type { ComponentType } from 'react'
import { NOT_FOUND, routeOfFile } from './page-files.ts'
import { unlistedPaths } from './paths.ts'

/** The exports of a `+Page.tsx`, which Vike prerenders and the browser loads. */
interface PageModule {
  readonly Page: ComponentType
}

export type LoadPage = () => Promise<PageModule>

/** A loader for every page by its path. Each folder of `web/pages` is a separate chunk. */
export const loaders: Readonly<Record<string, LoadPage>> = Object.fromEntries(
  Object.entries(
    import.meta.glob<PageModule>(['../pages/**/+Page.tsx', '!../pages/_answer/**']),
  ).flatMap(([file, load]) => {
    const route = routeOfFile(file)
    return (route === '/waitlist/@email-link' ? unlistedPaths : [route]).map((path) => [path, load])
  }),
)

/** The route of an address. An unknown address has the route of the not-found page. */
export const routeOf = (pathname: string): string => (pathname in loaders ? pathname : NOT_FOUND)

/**
 * Fetches the page of an address.
 * @throws TypeError when its chunk cannot be fetched, because the browser is offline or an upgrade removed it
 */
export const loadPage = (pathname: string): Promise<PageModule> =>
  (loaders[routeOf(pathname)] as LoadPage)()
