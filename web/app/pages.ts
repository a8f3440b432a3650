import type { ComponentType } from 'react'
import { NOT_FOUND, routeOfFile } from './page-files.ts'

/** What each `+Page.tsx` exports: the module that Vike prerenders and the browser loads. */
interface PageModule {
  readonly Page: ComponentType
}

type LoadPage = () => Promise<PageModule>

/** Every page by its route, each a chunk of its own. */
export const pages: Readonly<Record<string, LoadPage>> = Object.fromEntries(
  Object.entries(import.meta.glob<PageModule>('../pages/**/+Page.tsx')).map(([file, load]) => [
    routeOfFile(file),
    load,
  ]),
)

/** The route of an address: that of the not-found page for an unknown one. */
export const routeOf = (pathname: string): string => (pathname in pages ? pathname : NOT_FOUND)

const fetched = new Map<string, ComponentType>()

/** The page of a route whose chunk is here already. */
export const fetchedPage = (route: string): ComponentType | undefined => fetched.get(route)

/**
 * Fetches the page of an address.
 * @throws TypeError when its chunk cannot be fetched: offline, or gone after an upgrade
 */
export async function loadPage(pathname: string): Promise<PageModule> {
  const route = routeOf(pathname)
  const module = await (pages[route] as LoadPage)()
  fetched.set(route, module.Page)
  return module
}
