import { LINK_HEADERS, LINK_PATHS } from '@ad-kit/contract'
import { refused } from '../content/refused.ts'
import { styleHashes } from './html.ts'
import { PICTURES, type SiteManifest } from './manifest.ts'
import { plainStyles } from './plain-styles.ts'
import { filePolicy, policyOf } from './security-headers.ts'

/**
 * The generated part of nginx's configuration: a map from the file of a response to its
 * Content-Security-Policy. To be included beside `server` blocks.
 */
export function cspMap({ pages, notFound }: SiteManifest): string {
  const lines = [...Object.values(pages), notFound].map(({ file, csp }) => `  /${file} "${csp}";`)
  return `map $uri $content_security_policy {\n  default "${filePolicy}";\n${lines.join('\n')}\n}\n`
}

const REFERRER = 'referrer-policy'

/**
 * Maps from the address as it was written to its Referrer-Policy, and to whether it takes the POST of a button.
 * They hold for errors too, which have another file but the same address.
 */
export function linkMaps({ headers }: SiteManifest): string {
  const paths = Object.values(LINK_PATHS).join('|')
  return `map $request_uri $referrer_policy {
  default "${headers[REFERRER]}";
  "~^(?:/api)?(?:${paths})(?:[./?]|$)" "${LINK_HEADERS[REFERRER]}";
}
map $request_uri $has_button {
  default 0;
  "~^(?:${paths})/?(?:[?]|$)" 1;
}
`
}

/** The variable of a header that pictures have differently, as in `$picture_x_name`. */
const variableOf = (name: string): string => `$picture_${name.replaceAll('-', '_')}`

/** Maps from the file of a response to the headers that pictures have differently. */
export function pictureMap({ headers, pictureHeaders }: SiteManifest): string {
  const maps = Object.entries(pictureHeaders).map(
    ([name, value]) => `map $uri ${variableOf(name)} {
  default "${headers[name]}";
  "~${PICTURES}" "${value}";
}
`,
  )
  return maps.join('')
}

/** `add_header` lines for every response, for each `location` that has an `add_header`. */
export function securityHeadersConf({ headers, pictureHeaders }: SiteManifest): string {
  const mapped = Object.keys(pictureHeaders).map((name) => [name, variableOf(name)])
  const variables = { ...Object.fromEntries(mapped), [REFERRER]: '$referrer_policy' }
  const lines = Object.entries({ ...headers, ...variables }).map(
    ([name, value]) => `add_header ${name} "${value}" always;`,
  )
  return `${lines.join('\n')}\n`
}

/**
 * The page of a refused request, and its policy. nginx replaces the variables by the sentences of
 * errors.map.conf. The page uses no file of the site, because nginx shows it when something is wrong.
 */
export function refusalConf(): string {
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
<p role="alert">$error_sentence</p>
<p>$error_advice</p>
<p><a href="/waitlist">${refused.back}</a></p>
</main>
</body>
</html>
`
  const csp = policyOf({
    'default-src': ["'none'"],
    'style-src': styleHashes(html).map((hash) => `'${hash}'`),
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  })
  const text = html.replaceAll(/[\\']/g, '\\$&')
  return `add_header content-security-policy "${csp}" always;\nreturn 500 '${text}';\n`
}
