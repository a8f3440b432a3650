import { LINK_HEADERS, LINK_PATHS } from '@ad-kit/contract'
import { formErrorPage } from './form-error-page.ts'
import { PICTURES, type SiteManifest } from './manifest.ts'
import { filePolicy } from './security-headers.ts'

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
 * A map from the address as it was written to its Referrer-Policy. It holds for errors too, which have
 * another file but the same address.
 */
export function referrerMap({ headers }: SiteManifest): string {
  const paths = Object.values(LINK_PATHS).join('|')
  return `map $request_uri $referrer_policy {
  default "${headers[REFERRER]}";
  "~^(?:/api)?(?:${paths})(?:[./?]|$)" "${LINK_HEADERS[REFERRER]}";
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

/** The response to a rejected form. nginx replaces the variable by the sentence of the status. */
export function refusalConf(): string {
  const { html, csp } = formErrorPage('$error_sentence')
  const text = html.replaceAll(/[\\']/g, '\\$&')
  return `add_header content-security-policy "${csp}" always;\nreturn 500 '${text}';\n`
}
