import type { SiteManifest } from '../serve/manifest.ts'
import { formErrorPage } from './form-error-page.ts'

/**
 * The generated part of nginx's configuration: a map from the file of a response to its
 * Content-Security-Policy. To be included beside `server` blocks.
 *
 * @param fallback - the policy of everything that is not a page
 */
export function cspMap({ pages, notFound }: SiteManifest, fallback: string): string {
  const lines = [...Object.values(pages), notFound].map(({ file, csp }) => `  /${file} "${csp}";`)
  return `map $uri $content_security_policy {\n  default "${fallback}";\n${lines.join('\n')}\n}\n`
}

/** `add_header` lines for every response, for each `location` that has an `add_header`. */
export function securityHeadersConf({ headers }: SiteManifest): string {
  const lines = Object.entries(headers).map(
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
