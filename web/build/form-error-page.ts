import { refused } from '../content/refused.ts'
import { color } from '../design/theme.ts'
import { styleHashes } from './html.ts'

/** Uses no file of the site, because nginx shows this page when something is wrong. */
const STYLE = `:root{color-scheme:dark}
body{max-width:28rem;margin:4rem auto;padding:0 1.5rem;background:${color.page};color:${color.text};font:1rem/1.6 system-ui,sans-serif}
a{color:${color.accentStrong}}`

/**
 * The page with which nginx rejects a form sent without JavaScript, and its policy.
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
<style>${STYLE}</style>
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
    csp: [
      "default-src 'none'",
      `style-src ${styles.join(' ')}`,
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}
