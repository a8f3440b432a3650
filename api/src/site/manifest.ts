/** One prerendered page: its file, relative to the folder of the site, and its policy. */
export interface SitePage {
  readonly file: string
  /** The page's `Content-Security-Policy`. */
  readonly csp: string
}

/** `web/dist/site.json`: what a server must know to serve the prerendered site. */
export interface SiteManifest {
  /** Sent with every answer; names in lower case. */
  readonly headers: Record<string, string>
  /** Page by canonical path. */
  readonly pages: Record<string, SitePage>
  /** Sent with status 404. */
  readonly notFound: SitePage
}
