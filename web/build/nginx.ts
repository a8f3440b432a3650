import type { SiteManifest } from '../serve/manifest.ts'
import { refusalPage } from './refusal.ts'

/**
 * The generated part of nginx's configuration, to be included where `server` blocks are:
 * a map from the file that is sent to its Content-Security-Policy.
 *
 * @param fallback - the policy of everything that is not a page
 */
export function cspMap({ pages, notFound }: SiteManifest, fallback: string): string {
  const lines = [...Object.values(pages), notFound].map(({ file, csp }) => `  /${file} "${csp}";`)
  return `map $uri $content_security_policy {\n  default "${fallback}";\n${lines.join('\n')}\n}\n`
}

/** `add_header` lines for every answer, to be included in each `location` that adds its own. */
export function securityHeadersConf({ headers }: SiteManifest): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `add_header ${name} "${value}" always;`,
  )
  return `${lines.join('\n')}\n`
}

/** What the location sends that refuses a form; nginx puts the sentence of the status in. */
export function refusalConf(): string {
  const { html, csp } = refusalPage('$error_sentence')
  const text = html.replaceAll(/[\\']/g, '\\$&')
  return `add_header content-security-policy "${csp}" always;\nreturn 500 '${text}';\n`
}
