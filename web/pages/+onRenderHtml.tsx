import { LANGUAGE } from '@ad-kit/contract'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import { ServerStyleSheet } from 'styled-components'
import { dangerouslySkipEscape } from 'vike/server'
import type { PageContextServer } from 'vike/types'
import { headHtml } from '../app/head.ts'
import { routesWith } from '../app/routes.tsx'
import { brand } from '../content/brand.ts'
import { globalStyles, untilInterest } from '../design/global.ts'
import { ANSWER } from '../routes/page-files.ts'
import { loadPictures, partsHtml } from '../ui/pictures.ts'
import { Page as Answer } from './_answer/+Page.tsx'

const { query, dataRoutes } = createStaticHandler(routesWith({ path: ANSWER, Component: Answer }))

/** Returns the shared parts that a page's drawings use, and the parts that those refer to. */
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

/** Prerenders one page with its styles inline. The CSP forbids inline scripts and `style` attributes. */
export async function onRenderHtml({ urlPathname }: PageContextServer) {
  const context = await query(new Request(new URL(urlPathname, brand.origin)))
  if (context instanceof Response) throw context
  const { parts } = await loadPictures()
  const sheet = new ServerStyleSheet()
  try {
    const router = createStaticRouter(dataRoutes, context)
    // Leaves out the inline script that passes on loader data, because the pages have no loaders.
    const site = <StaticRouterProvider router={router} context={context} hydrate={false} />
    const markup = renderToString(sheet.collectStyles(site))
    const sections = markup.split('<section').length - 1
    const html = `<!doctype html>
<html lang="${LANGUAGE}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${headHtml(urlPathname)}
<style>${globalStyles}${sections > 2 ? untilInterest : ''}</style>
${sheet.getStyleTags()}
</head>
<body>${partsOf(markup, parts)}
<div id="root">${markup}</div>
</body>
</html>`
    return { documentHtml: dangerouslySkipEscape(html) }
  } finally {
    sheet.seal()
  }
}
