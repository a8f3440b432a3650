import Type, { type Static } from 'typebox'

const byName = Type.Record(Type.String(), Type.String())

/** A prerendered page: its file within `client/` and the policy that allows its styles. */
const sitePage = Type.Object({ file: Type.String(), csp: Type.String() })

/**
 * `site.json`: what the web build tells the servers of the site about it. Headers are of every
 * answer, in lower case; pages are by canonical path, as `/` and `/features`.
 */
export const siteManifest = Type.Object({
  headers: byName,
  pages: Type.Record(Type.String(), sitePage),
  notFound: sitePage,
})

export type SitePage = Static<typeof sitePage>
export type SiteManifest = Static<typeof siteManifest>
