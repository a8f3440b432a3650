import {
  ADVICE,
  ERROR_SENTENCES,
  LANGUAGE,
  LINK_HEADERS,
  LINK_PATHS,
  SIGNUP_SENTENCES,
  WAITLIST_PATH,
} from '@ad-kit/contract'
import { refused } from '../content/error-pages.ts'
import { styleHashes } from './html.ts'
import { PICTURES, type SiteManifest } from './manifest.ts'
import { plainStyles } from './plain-styles.ts'
import { filePolicy, policyOf } from './security-headers.ts'

const REFERRER = 'referrer-policy'
const RESOURCE = 'cross-origin-resource-policy'

/**
 * Returns maps for nginx. A response's file determines its Content-Security-Policy and, for pictures, its resource
 * policy. The requested address determines the Referrer-Policy, and whether a button's POST is accepted. An error page
 * is a different file at the same address, so only the maps keyed by address still apply to it.
 */
export function maps({ headers, pictureHeaders, pages, notFound }: SiteManifest): string {
  const policies = [...Object.values(pages), notFound].map(
    ({ file, csp }) => `  /${file} "${csp}";`,
  )
  const links = Object.values(LINK_PATHS).join('|')
  return `map $uri $content_security_policy {
  default "${filePolicy}";
${policies.join('\n')}
}
map $uri $resource_policy {
  default "${headers[RESOURCE]}";
  "~${PICTURES}" "${pictureHeaders[RESOURCE]}";
}
map $request_uri $referrer_policy {
  default "${headers[REFERRER]}";
  "~^(?:/api)?(?:${links})(?:[./?]|$)" "${LINK_HEADERS[REFERRER]}";
}
map $request_uri $has_button {
  default 0;
  "~^(?:${links})/?(?:[?]|$)" 1;
}
`
}

/**
 * Returns an nginx map from one variable to another.
 * @throws Error if a text contains a character that nginx, JSON or HTML would read as something else
 */
function wordsMap(from: string, to: string, lines: readonly (readonly [string, string])[]): string {
  const wrong = lines.find(([, text]) => /["\\<>&]|(?<!^)\$/.test(text))
  if (wrong)
    throw new Error(`contract/error-sentences.ts must not contain " \\ < > & or $: ${wrong[1]}`)
  return `map ${from} ${to} {\n${lines.map((line) => `  "${line.join('" "')}";\n`).join('')}}\n`
}

/** Returns nginx's error messages. Those about a signup apply only where a signup was sent. */
export const sentencesConf = (): string =>
  wordsMap('$error_code', '$error_sentence', [
    ['default', ERROR_SENTENCES.INTERNAL],
    ...Object.entries({ ...ERROR_SENTENCES, UNAVAILABLE: '$unavailable_sentence' }),
  ]) +
  wordsMap('$request', '$unavailable_sentence', [
    ['default', ERROR_SENTENCES.UNAVAILABLE],
    [`~^POST ${WAITLIST_PATH}[? ]`, SIGNUP_SENTENCES.UNAVAILABLE],
  ]) +
  wordsMap('$request', '$error_advice', [
    ['default', ADVICE.address],
    ['~^POST ', ADVICE.again],
  ])

/** Returns headers for every response. Each `location` with an `add_header` must include them again. */
export function securityHeadersConf({ headers }: SiteManifest): string {
  const variables = { [REFERRER]: '$referrer_policy', [RESOURCE]: '$resource_policy' }
  const lines = Object.entries({ ...headers, ...variables }).map(
    ([name, value]) => `add_header ${name} "${value}" always;`,
  )
  return `${lines.join('\n')}\n`
}

/**
 * The page for a refused request, and its policy. nginx replaces the variables with the sentences in
 * contract/error-sentences.ts. The page does not use any of the site's files, because nginx shows it when something is
 * wrong.
 */
export function refusalConf(): string {
  const html = `<!doctype html>
<html lang="${LANGUAGE}">
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
