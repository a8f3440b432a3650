import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import { ServerStyleSheet } from 'styled-components'
import { dangerouslySkipEscape } from 'vike/server'
import type { PageContextServer } from 'vike/types'
import { documentHtml } from '../app/document.ts'
import { headHtml } from '../app/head/head.ts'
import { routes } from '../app/routes.tsx'
import { brand } from '../content/brand.ts'
import { loadPictures, partsHtml } from '../ui/pictures.ts'

const { query, dataRoutes } = createStaticHandler(routes)

/** What the drawings of a page share, and what these parts share in turn. */
function partsOf(markup: string, parts: Readonly<Record<string, string>>): string {
  const used = new Map<string, string>()
  const collect = (html: string) => {
    for (const [, id = ''] of html.matchAll(/#([\w-]+)/g)) {
      const part = parts[id]
      if (part === undefined || used.has(id)) continue
      used.set(id, part)
      collect(part)
    }
  }
  collect(markup)
  return used.size > 0 ? partsHtml([...used.values()]) : ''
}

/** Prerenders one page with its styles inline. */
export async function onRenderHtml({ urlPathname }: PageContextServer) {
  const context = await query(new Request(new URL(urlPathname, brand.origin)))
  if (context instanceof Response) throw context
  const { parts } = await loadPictures()
  const sheet = new ServerStyleSheet()
  try {
    const router = createStaticRouter(dataRoutes, context)
    // Without the inline script that hands over the data of loaders: the pages have none.
    const site = <StaticRouterProvider router={router} context={context} hydrate={false} />
    const markup = renderToString(sheet.collectStyles(site))
    const html = documentHtml({
      head: headHtml(urlPathname),
      styles: sheet.getStyleTags(),
      parts: partsOf(markup, parts),
      markup,
    })
    return { documentHtml: dangerouslySkipEscape(html) }
  } finally {
    sheet.seal()
  }
}
