import { refused } from '../content/refused.ts'
import { styleHashes } from './html.ts'
import { plainStyles } from './plain-styles.ts'
import { policyOf } from './security-headers.ts'

const NONE = ["'none'"]

/**
 * The page with which nginx rejects a form sent without JavaScript, and its policy. It uses no file
 * of the site, because nginx shows it when something is wrong.
 *
 * @param sentence - the reason, for the visitor
 */
export function formErrorPage(sentence: string): { readonly html: string; readonly csp: string } {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${refused.title}</title>
<style>${plainStyles}</style>
</head>
<body>
<main>
<h1>${refused.title}</h1>
<p role="alert">${sentence}</p>
<p>${refused.advice}</p>
<p><a href="/waitlist">${refused.back}</a></p>
</main>
</body>
</html>
`
  const styles = styleHashes(html).map((hash) => `'${hash}'`)
  return {
    html,
    csp: policyOf({
      'default-src': NONE,
      'style-src': styles,
      'form-action': NONE,
      'base-uri': NONE,
      'frame-ancestors': NONE,
    }),
  }
}
