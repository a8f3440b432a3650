import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import { ServerStyleSheet } from 'styled-components'
import { dangerouslySkipEscape } from 'vike/server'
import type { PageContextServer } from 'vike/types'
import { documentHtml } from '../app/document.ts'
import { headHtml } from '../app/head/head.ts'
import { routes } from '../app/routes.tsx'
import { brand } from '../content/brand.ts'

const { query, dataRoutes } = createStaticHandler(routes)

/** Prerenders one page with its styles inline. */
export async function onRenderHtml({ urlPathname }: PageContextServer) {
  const context = await query(new Request(new URL(urlPathname, brand.origin)))
  if (context instanceof Response) throw context
  const sheet = new ServerStyleSheet()
  try {
    const router = createStaticRouter(dataRoutes, context)
    // Without the inline script that hands over the data of loaders: the pages have none.
    const site = <StaticRouterProvider router={router} context={context} hydrate={false} />
    const markup = renderToString(sheet.collectStyles(site))
    const html = documentHtml({ head: headHtml(urlPathname), styles: sheet.getStyleTags(), markup })
    return { documentHtml: dangerouslySkipEscape(html) }
  } finally {
    sheet.seal()
  }
}
