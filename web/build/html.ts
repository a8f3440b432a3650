import { createHash } from 'node:crypto'

/**
 * Makes a prerendered page load its scripts after everything visible, because preloaded scripts would delay the first
 * paint by about a second on a slow phone.
 * @throws Error if Vike's output has changed
 */
export function quietScripts(html: string): string {
  const entries = html.match(/<script src="[^"]+" type="module" async>/g) ?? []
  if (entries.length !== 1)
    throw new Error(`A page has ${entries.length} script entries instead of one.`)
  return html
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(' type="module" async>', ' type="module" async fetchpriority="low">')
}

/** Removes the slash that React writes at the end of void elements, which HTML ignores. SVG elements need theirs. */
export const withoutSlashes = (html: string): string =>
  html.replaceAll(/(<(?:br|img|input)\b[^>]*?)\/>/g, '$1>')

/**
 * Returns the CSP hashes of a page's style elements.
 * @throws Error if the page has inline styles or scripts, which browsers would block
 */
export function styleHashes(html: string): string[] {
  const forbidden = html.match(/<[^>]+\sstyle=|<script(?![^>]*(?: src=| type="application\/))/)
  if (forbidden) throw new Error(`The Content-Security-Policy forbids this: ${forbidden[0]}`)
  return [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(
    ([, css = '']) => `sha256-${createHash('sha256').update(css).digest('base64')}`,
  )
}
