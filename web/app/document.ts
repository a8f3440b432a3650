import { brand } from '../content/brand.ts'
import type { pageMeta } from '../content/pages.ts'
import { globalStyles } from '../design/global.ts'
import { color } from '../design/theme.ts'

interface DocumentParts {
  readonly meta: ReturnType<typeof pageMeta>
  /** The `<style>` elements of the page's components. */
  readonly styles: string
  readonly markup: string
}

/** The HTML document around a prerendered page. No inline script, no `style` attribute: the CSP allows neither. */
export function documentHtml({ meta, styles, markup }: DocumentParts): string {
  const title = escapeHtml(meta.title)
  const description = escapeHtml(meta.description)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
${meta.canonical ? `<link rel="canonical" href="${escapeHtml(meta.canonical)}">` : '<meta name="robots" content="noindex">'}
<meta name="theme-color" content="${color.page}">
<meta property="og:site_name" content="${escapeHtml(brand.name)}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${globalStyles}</style>
${styles}
</head>
<body>
<div id="root">${markup}</div>
</body>
</html>`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
