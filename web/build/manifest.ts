import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Matches the addresses of pictures, which letters can show. nginx also reads this expression. */
export const PICTURES = '[.](?:avif|gif|jpe?g|png|svg|webp)$'

/** A prerendered page: its file within `client/`, and its Content-Security-Policy. */
export interface ServedPage {
  readonly file: string
  readonly csp: string
  /** These replace the headers of every response. */
  readonly headers?: Readonly<Record<string, string>>
}

/** `site.json`, in which the web build tells servers how to serve the site. */
export interface SiteManifest {
  /** Headers of every response, in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** For pictures, these replace the headers of the same names. */
  readonly pictureHeaders: Readonly<Record<string, string>>
  /** Pages by canonical path, such as `/` and `/features`. */
  readonly pages: Readonly<Record<string, ServedPage>>
  readonly notFound: ServedPage
}

/** @throws if there is no complete build */
export function readManifest(siteDir: string): SiteManifest {
  const file = join(siteDir, 'site.json')
  try {
    const manifest: Partial<SiteManifest> = JSON.parse(readFileSync(file, 'utf8'))
    if (manifest.notFound) return manifest as SiteManifest
  } catch {
    // A missing and a damaged file cause the same error, because a new build fixes both.
  }
  throw new Error(`${file} is missing or damaged. To create it, build the site: npm run build`)
}
