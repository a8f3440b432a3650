import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A regular expression for the addresses of pictures, which letters show. nginx reads it as well. */
export const PICTURES = '[.](?:avif|gif|jpe?g|png|svg|webp)$'

/** A prerendered page: its file within `client/`, and its Content-Security-Policy. */
export interface ServedPage {
  readonly file: string
  readonly csp: string
  /** Headers that replace those of every response. */
  readonly headers?: Readonly<Record<string, string>>
}

/** `site.json`, in which the web build tells servers how to serve it. */
export interface SiteManifest {
  /** Headers of every response, in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Headers that replace them for pictures. */
  readonly pictureHeaders: Readonly<Record<string, string>>
  /** Pages by canonical path, such as `/` and `/features`. */
  readonly pages: Readonly<Record<string, ServedPage>>
  readonly notFound: ServedPage
}

/** @throws when there is no complete build */
export function readManifest(siteDir: string): SiteManifest {
  const file = join(siteDir, 'site.json')
  try {
    const manifest: Partial<SiteManifest> = JSON.parse(readFileSync(file, 'utf8'))
    if (manifest.notFound) return manifest as SiteManifest
  } catch {
    // The same advice helps against a missing file and a damaged one.
  }
  throw new Error(`${file} is missing or damaged. Build the site first: npm run build -w web`)
}
