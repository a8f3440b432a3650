import { readFileSync } from 'node:fs'

/** A page of the site with a place for what the API answers (web/pages/_answer). */
export interface Frame {
  /** With the placeholders `{{title}}` and `{{content}}`. */
  readonly html: string
  /** Its Content-Security-Policy. */
  readonly csp: string
}

/** The file `pages.json`, which the web build writes for the API. */
export interface SitePages {
  /** The paths of the pages whose visits are counted. */
  readonly visited: readonly string[]
  readonly frame: Frame
}

/** Without a site, no visits are counted, and answers have no look. */
export const NO_SITE: SitePages = {
  visited: [],
  frame: {
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{{title}}</title>
</head>
<body>
<main>
<h1>{{title}}</h1>
{{content}}
</main>
</body>
</html>
`,
    csp: "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  },
}

/**
 * @param file unset: the API has no site
 * @throws when the file is missing or damaged
 */
export function readSitePages(file: string | undefined): SitePages {
  if (file === undefined) return NO_SITE
  try {
    const pages: Partial<SitePages> = JSON.parse(readFileSync(file, 'utf8'))
    if (pages.visited && pages.frame) return pages as SitePages
  } catch {
    // the same advice helps against a missing file and a damaged one
  }
  throw new Error(`${file} is missing or damaged. The build of the site makes it: npm run build`)
}
