import { createHash } from 'node:crypto'

/**
 * Makes the scripts of a prerendered page quiet: they wait behind everything that is
 * seen. Preloading them costs the first paint about a second on a slow phone.
 *
 * @throws Error when the page is not as Vike writes it, so that a change of its output is noticed
 */
export function quietScripts(html: string): string {
  const entries = html.match(/<script src="[^"]+" type="module" async>/g) ?? []
  if (entries.length !== 1) throw new Error(`A page has ${entries.length} script entries, not one.`)
  return html
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(' type="module" async>', ' type="module" async fetchpriority="low">')
}

/**
 * The CSP hashes of a page's style elements.
 *
 * @throws Error when the page has something that the policy forbids: it would be dropped silently
 */
export function styleHashes(html: string): string[] {
  const forbidden = html.match(/<[^>]+\sstyle=|<script(?![^>]*(?: src=| type="application\/))/)
  if (forbidden) throw new Error(`The Content-Security-Policy forbids this: ${forbidden[0]}`)
  return [...html.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(
    ([, css = '']) => `sha256-${createHash('sha256').update(css).digest('base64')}`,
  )
}
