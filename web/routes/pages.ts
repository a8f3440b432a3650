import { type LoadPage, loaders } from './loaders.ts'
import { NOT_FOUND } from './page-files.ts'

/** The route of an address. An unknown address has the route of the not-found page. */
export const routeOf = (pathname: string): string => (pathname in loaders ? pathname : NOT_FOUND)

/**
 * Fetches the page of an address.
 * @throws TypeError when its chunk cannot be fetched, because the browser is offline or an upgrade removed it
 */
export const loadPage = (pathname: string): ReturnType<LoadPage> =>
  (loaders[routeOf(pathname)] as LoadPage)()
