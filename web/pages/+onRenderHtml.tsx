import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import { ServerStyleSheet } from 'styled-components'
import { dangerouslySkipEscape } from 'vike/server'
import type { PageContextServer } from 'vike/types'
import { documentHtml } from '../app/document.ts'
import { headHtml } from '../app/head/head.ts'
import { createRoutes } from '../app/routes.tsx'
import { brand } from '../content/brand.ts'

/** Prerenders one page: markup, its styles inline, and the document around them. */
export async function onRenderHtml({ Page, urlPathname }: PageContextServer) {
  const { query, dataRoutes } = createStaticHandler(createRoutes(urlPathname, Page))
  const context = await query(new Request(new URL(urlPathname, brand.origin)))
  if (context instanceof Response)
    throw new Error(`${urlPathname} redirects: it cannot be prerendered`)

  const sheet = new ServerStyleSheet()
  try {
    const markup = renderToString(
      sheet.collectStyles(
        <StaticRouterProvider
          router={createStaticRouter(dataRoutes, context)}
          context={context}
          hydrate={false}
        />,
      ),
    )
    const html = documentHtml({ head: headHtml(urlPathname), styles: sheet.getStyleTags(), markup })
    return { documentHtml: dangerouslySkipEscape(html) }
  } finally {
    sheet.seal()
  }
}
