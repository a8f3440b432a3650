import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { ServerStyleSheet } from 'styled-components'
import { dangerouslySkipEscape } from 'vike/server'
import type { PageContextServer } from 'vike/types'
import { documentHtml } from '../app/document.ts'
import { headHtml } from '../app/head/head.ts'
import { Site } from '../app/routes.tsx'

/** Prerenders one page with its styles inline. */
export async function onRenderHtml({ Page, urlPathname }: PageContextServer) {
  const sheet = new ServerStyleSheet()
  try {
    const site = (
      <StaticRouter location={urlPathname}>
        <Site current={urlPathname} Page={Page} />
      </StaticRouter>
    )
    const markup = renderToString(sheet.collectStyles(site))
    const html = documentHtml({ head: headHtml(urlPathname), styles: sheet.getStyleTags(), markup })
    return { documentHtml: dangerouslySkipEscape(html) }
  } finally {
    sheet.seal()
  }
}
