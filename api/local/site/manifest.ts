/** A prerendered page: its file within `client/` and the policy that allows its styles. */
export interface SitePage {
  readonly file: string
  readonly csp: string
}

/** `site.json`: what the web build tells the servers of the site about it. */
export interface SiteManifest {
  /** On every answer; names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** By canonical path: `/`, `/features`. */
  readonly pages: Readonly<Record<string, SitePage>>
  readonly notFound: SitePage
}
