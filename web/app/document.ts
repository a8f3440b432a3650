import { globalStyles } from '../design/global.ts'

interface DocumentParts {
  /** The elements of the head. */
  readonly head: string
  /** The `<style>` elements of the page's components. */
  readonly styles: string
  /** What the drawings of the page share. */
  readonly parts: string
  readonly markup: string
}

/** The HTML document of a prerendered page. The CSP forbids inline scripts and `style` attributes. */
export function documentHtml({ head, styles, parts, markup }: DocumentParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<style>${globalStyles}</style>
${styles}
</head>
<body>${parts}
<div id="root">${markup}</div>
</body>
</html>`
}
